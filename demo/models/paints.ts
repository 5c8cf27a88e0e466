/**
 * The colours, trims and lights of the demo's cars, and how they look.
 *
 *   colours        lacquers, by feature of family 0M
 *   black          the lacquer of black roofs and mirrors
 *   trims          upholsteries, by feature of family 0P
 *   lights         colours of the ambient light, by feature of family AM
 */

import type { Paint } from '../drawing/film.ts';
import type { Upholstery } from '../drawing/interior.ts';

export interface Colour {
  readonly feature: string;
  readonly label: string;
  readonly finish: 'solid' | 'metallic' | 'pearl';
  readonly paint: Paint;
}

const solid = (feature: string, label: string, base: Paint['base']): Colour => ({
  feature,
  label,
  finish: 'solid',
  paint: { base, metal: 0, flip: base },
});
const metallic = (feature: string, label: string, base: Paint['base']): Colour => ({
  feature,
  label,
  finish: 'metallic',
  paint: { base, metal: 0.75, flip: [base[0] * 0.45, base[1] * 0.45, base[2] * 0.5] },
});
const pearl = (feature: string, label: string, base: Paint['base'], flip: Paint['base']): Colour => ({
  feature,
  label,
  finish: 'pearl',
  paint: { base, metal: 0.5, flip },
});

export const colours: readonly Colour[] = [
  metallic('0MM00N9V', 'Perla Nera', [0.012, 0.013, 0.016]),
  solid('0MP00NWP', 'Banquise White', [0.86, 0.87, 0.88]),
  metallic('0MM00NF4', 'Artense Grey', [0.3, 0.32, 0.34]),
  pearl('0MM50NVH', 'Elixir Red', [0.42, 0.008, 0.014], [0.2, 0.004, 0.03]),
  metallic('0MM00NEU', 'Vertigo Blue', [0.008, 0.07, 0.27]),
  pearl('0MM60NSM', 'Faro Yellow', [0.75, 0.42, 0.01], [0.55, 0.16, 0.005]),
  metallic('0MM00NSP', 'Olivine Green', [0.05, 0.095, 0.065]),
  pearl('0MM60NN9', 'Pearl White', [0.8, 0.8, 0.77], [0.72, 0.62, 0.66]),
];

export const black: Paint = { base: [0.009, 0.009, 0.011], metal: 0.1, flip: [0.005, 0.005, 0.006] };

export const trims: readonly { readonly feature: string; readonly label: string; readonly upholstery: Upholstery }[] = [
  {
    feature: '0P2H0RFX',
    label: 'Alcantara Black, mint stitching',
    upholstery: { main: '#2b2d31', light: '#4a4d53', dark: '#141518', stitch: '#9fe3d0' },
  },
  {
    feature: '0P4Y0RFA',
    label: 'Cloth Grey Melange',
    upholstery: { main: '#6d7278', light: '#969ba1', dark: '#43474c', stitch: '#d7dade' },
  },
  {
    feature: '0PCA0RFK',
    label: 'Nappa Leather Cognac',
    upholstery: { main: '#8c5030', light: '#b77448', dark: '#55301c', stitch: '#e8c9a6' },
  },
  {
    feature: '0PE30RFB',
    label: 'Leather Ivory',
    upholstery: { main: '#c9c1b2', light: '#e9e3d8', dark: '#8f8778', stitch: '#6d6658' },
  },
];

export const lights: readonly { readonly feature: string; readonly label: string; readonly colour: string }[] = [
  { feature: 'AM01', label: 'Ambient light Ice', colour: '#3fd0ff' },
  { feature: 'AM02', label: 'Ambient light Amber', colour: '#ffb347' },
  { feature: 'AM03', label: 'Ambient light Violet', colour: '#b07bff' },
];
