/**
 * A set with planted faults, and the list of them: what a quality report must find.
 *
 *   faultySet       its disId
 *   faults          every planted fault
 *   faultyMeta      its meta files
 *   faultyLayers    the layers that its pictures show
 *   faultyPictures  its pictures, taken from those of the hatchback
 */
import sharp from 'sharp';
import type { Pictures } from './pictures.ts';
import { profileFile, versionsFile } from './xml/meta.ts';
import { element, xml } from './xml/write.ts';

export const faultySet = '1PP2F9xxxxxxxxxx';

export type FaultKind =
  | 'layer-without-picture'
  | 'picture-without-layer'
  | 'canvas-differs'
  | 'layer-never-chosen'
  | 'configuration-without-layer'
  | 'rule-hidden'
  | 'unknown-feature'
  | 'standard-missing'
  | 'angle-without-pictures';

export interface Fault {
  readonly kind: FaultKind;
  readonly viewport?: 'exterior' | 'interior';
  readonly driver?: 'LHD' | 'RHD';
  readonly angle?: string;
  /** layer family or feature family */
  readonly family?: string;
  readonly layer?: string;
  readonly feature?: string;
  readonly why: string;
}

export const faults: readonly Fault[] = [
  {
    kind: 'layer-without-picture',
    viewport: 'exterior',
    family: 'wheels',
    layer: 'wheels_ghost',
    why: 'declared and chosen by ZH8P, never delivered',
  },
  {
    kind: 'picture-without-layer',
    viewport: 'exterior',
    angle: '001',
    layer: 'spoiler',
    why: 'delivered, declared nowhere',
  },
  {
    kind: 'canvas-differs',
    viewport: 'exterior',
    driver: 'LHD',
    angle: '001',
    layer: 'lights_led',
    why: 'the -lhd pack brings it as 640 x 360, all others are 1280 x 720',
  },
  {
    kind: 'layer-never-chosen',
    viewport: 'exterior',
    family: 'roof',
    layer: 'roof_black',
    why: 'JDNR and JD20 are of one family: never both',
  },
  {
    kind: 'layer-never-chosen',
    viewport: 'exterior',
    family: 'lights',
    layer: 'lights_halogen',
    why: 'its rule asks for ZZ99, which no version offers',
  },
  {
    kind: 'configuration-without-layer',
    viewport: 'exterior',
    family: 'body',
    feature: '0MM50NVH',
    why: 'Elixir Red may be chosen, no rule paints it',
  },
  {
    kind: 'rule-hidden',
    viewport: 'exterior',
    family: 'wheels',
    layer: 'wheels_16_steel',
    why: 'ZH7D and WLN8 comes after ZH7D',
  },
  { kind: 'unknown-feature', viewport: 'exterior', family: 'lights', feature: 'ZZ99', why: 'no family declares it' },
  { kind: 'standard-missing', family: '0M', why: 'the colour is mandatory and has no standard' },
  ...(['003', '004', '005', '006'] as const).map(
    (angle): Fault => ({
      kind: 'angle-without-pictures',
      viewport: 'exterior',
      angle,
      why: 'in the profile, not delivered',
    }),
  ),
  ...(['001', '002', '003'] as const).map(
    (angle): Fault => ({
      kind: 'angle-without-pictures',
      viewport: 'interior',
      angle,
      why: 'in the profile, not delivered',
    }),
  ),
];

export function faultyMeta(): Readonly<Record<string, string>> {
  const family = (id: string, label: string, ...ids: readonly (readonly [string, string])[]) =>
    element(
      'family',
      { id, label },
      ids.map(([feature, name]) => element('feature', { id: feature, label: name })),
    );
  const layers = (name: string, z: number, ...names: readonly string[]) =>
    element(
      'family',
      { name },
      names.map((layer) => element('layer', { name: layer, z })),
    );
  const rules = (name: string, ...list: readonly (readonly [layer: string, when?: string])[]) =>
    element(
      'family',
      { name },
      list.map(([layer, when]) => element('rule', { layer, when })),
    );
  return {
    'asset-profile.xml': profileFile(),
    'versions.xml': versionsFile([
      { id: '1PP2F9QESFB0A0F4', label: 'Fault sampler GT' },
      { id: '1PP2F9LDKPB0A0B0', label: 'Fault sampler Like' },
    ]),
    'features.xml': xml(
      element('features', {}, [
        element('category', { name: 'Exterior' }, [
          family(
            '0M',
            'Colour',
            ['0MP00NWP', 'Banquise White'],
            ['0MM00N9V', 'Perla Nera'],
            ['0MM50NVH', 'Elixir Red'],
          ),
          family('ZH', 'Wheels', ['ZHYK', '16 inch steel'], ['ZH7D', '16 inch alloy'], ['ZH8P', '17 inch alloy']),
          family('WL', 'Headlights', ['WLN8', 'LED'], ['WLH2', 'Halogen']),
          family('JD', 'Roof', ['JD20', 'Body colour'], ['JDNR', 'Black']),
        ]),
        element('category', { name: 'Interior' }, [family('0P', 'Trim', ['0P2H0RFX', 'Alcantara Black'])]),
        element(
          'standards',
          {},
          ['0P2H0RFX', 'ZHYK', 'WLN8', 'JD20'].map((feature) => element('standard', { feature })),
        ),
      ]),
    ),
    'layers-ext.xml': xml(
      element('layers', {}, [
        layers('shadow', 0, 'shadow'),
        layers('wheels', 20, 'wheels_16_steel', 'wheels_16_alloy', 'wheels_ghost'),
        layers('body', 30, 'body_0MP00NWP', 'body_0MM00N9V'),
        layers('glass', 40, 'glass_clear'),
        layers('roof', 50, 'roof_glass', 'roof_black'),
        layers('lights', 60, 'lights_led', 'lights_halogen'),
        layers('mirrors', 70, 'mirror_black'),
      ]),
    ),
    'rules-ext.xml': xml(
      element('rules', {}, [
        rules('shadow', ['shadow']),
        rules(
          'wheels',
          ['wheels_ghost', 'ZH8P'],
          ['wheels_16_alloy', 'ZH7D'],
          ['wheels_16_steel', 'ZH7D and WLN8'],
          ['wheels_16_steel'],
        ),
        rules('body', ['body_0MP00NWP', '0MP00NWP'], ['body_0MM00N9V', '0MM00N9V']),
        rules('glass', ['glass_clear']),
        rules('roof', ['roof_black', 'JDNR and JD20'], ['roof_glass']),
        rules('lights', ['lights_halogen', 'ZZ99'], ['lights_led']),
        rules('mirrors', ['mirror_black']),
      ]),
    ),
  };
}

export const faultyLayers = [
  'shadow',
  'wheels_16_steel',
  'wheels_16_alloy',
  'body_0MP00NWP',
  'body_0MM00N9V',
  'glass_clear',
  'roof_glass',
  'roof_black',
  'lights_led',
  'lights_halogen',
  'mirror_black',
];

/** The common pack, and that of the left-hand drive. */
export async function faultyPictures(hatchback: Pictures): Promise<{ common: Pictures; lhd: Pictures }> {
  const common: Pictures = new Map();
  for (const angle of ['001', '002']) {
    for (const layer of faultyLayers) {
      const picture = hatchback.get(`${angle}/${layer}.png`);
      if (picture !== undefined) common.set(`${angle}/${layer}.png`, picture);
    }
  }
  const lamp = hatchback.get('001/lights_led.png') as Uint8Array;
  common.set('001/spoiler.png', lamp);
  return { common, lhd: new Map([['001/lights_led.png', await sharp(lamp).resize(640, 360).png().toBuffer()]]) };
}
