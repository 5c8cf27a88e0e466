/**
 * The three models that are drawn: name, codes, versions, wheels.
 *
 *   DemoModel     one of them
 *   models        all
 *   colourOf …    names of layers
 */
import type { Shape } from '../drawing/body.ts';
import type { Design } from '../drawing/wheels.ts';
import { designs } from '../drawing/wheels.ts';
import { estate, hatchback, suv } from './shapes.ts';

export interface DemoModel {
  readonly disId: string;
  readonly name: string;
  readonly brand: string;
  readonly shape: Shape;
  readonly versions: readonly { readonly id: string; readonly label: string }[];
  /** LCDV pattern of the rich versions */
  readonly rich: string;
  /** the first is standard, the last that of the rich versions */
  readonly wheels: readonly {
    readonly feature: string;
    readonly layer: string;
    readonly label: string;
    readonly design: Design;
  }[];
  /** whether the set delivers its own asset-profile.xml */
  readonly ownProfile: boolean;
}

export const models: readonly DemoModel[] = [
  {
    disId: '1PP2A5xxxxxxxxxx',
    name: 'e-208',
    brand: 'PEUGEOT',
    shape: hatchback,
    rich: '1PP2A5QExxxxxxxx',
    ownProfile: true,
    versions: [
      { id: '1PP2A5QESFB0A0F4', label: 'e-208 GT 156' },
      { id: '1PP2A5QESFB0A0C2', label: 'e-208 GT 136' },
      { id: '1PP2A5PESFB0A0F4', label: 'e-208 Allure 156' },
      { id: '1PP2A5PESFB0A0C2', label: 'e-208 Allure 136' },
      { id: '1PP2A5NDKPB0A0D1', label: '208 Style PureTech 100' },
      { id: '1PP2A5LDKPB0A0B0', label: '208 Like PureTech 75' },
    ],
    wheels: [
      { feature: 'ZHYK', layer: 'wheels_16_steel', label: '16 inch steel with cover', design: designs.steel },
      { feature: 'ZH7D', layer: 'wheels_16_alloy', label: '16 inch alloy Taksim', design: designs.five },
      { feature: 'ZH8P', layer: 'wheels_17_alloy', label: '17 inch alloy Shaw, diamond cut', design: designs.turbine },
    ],
  },
  {
    disId: '1PP8A4xxxxxxxxxx',
    name: 'e-5008',
    brand: 'PEUGEOT',
    shape: suv,
    rich: '1PP8A4GTxxxxxxxx',
    ownProfile: false,
    versions: [
      { id: '1PP8A4GTSLB0A0F4', label: 'e-5008 GT 230' },
      { id: '1PP8A4GTSLB0A0H7', label: 'e-5008 GT 320 AWD' },
      { id: '1PP8A4ALSLB0A0F4', label: 'e-5008 Allure 230' },
      { id: '1PP8A4ALHYB0A0C1', label: '5008 Allure Hybrid 136' },
      { id: '1PP8A4STHYB0A0C1', label: '5008 Style Hybrid 136' },
    ],
    wheels: [
      { feature: 'ZHYP', layer: 'wheels_18_star', label: '18 inch alloy Star', design: designs.star },
      { feature: 'ZH3N', layer: 'wheels_19_mesh', label: '19 inch alloy Mesh, black', design: designs.mesh },
      {
        feature: 'ZH9S',
        layer: 'wheels_20_turbine',
        label: '20 inch alloy Turbine, diamond cut',
        design: designs.turbine,
      },
    ],
  },
  {
    disId: '1CB1F5xxxxxxxxxx',
    name: 'C5 Break',
    brand: 'CITROEN',
    shape: estate,
    rich: '1CB1F5SHxxxxxxxx',
    ownProfile: true,
    versions: [
      { id: '1CB1F5SHPHB0A0F2', label: 'C5 Break Shine PHEV 225' },
      { id: '1CB1F5SHDKB0A0D8', label: 'C5 Break Shine BlueHDi 180' },
      { id: '1CB1F5FLDKB0A0D8', label: 'C5 Break Feel BlueHDi 180' },
      { id: '1CB1F5FLDKB0A0C0', label: 'C5 Break Feel BlueHDi 130' },
      { id: '1CB1F5LVKPB0A0B0', label: 'C5 Break Live PureTech 130' },
    ],
    wheels: [
      { feature: 'ZHC1', layer: 'wheels_17_five', label: '17 inch alloy Lines', design: designs.five },
      { feature: 'ZHC5', layer: 'wheels_18_turbine', label: '18 inch alloy Aero', design: designs.turbine },
      { feature: 'ZHC9', layer: 'wheels_19_star', label: '19 inch alloy Art, diamond cut', design: designs.star },
    ],
  },
];
