/**
 * The meta files of a drawn model: profile, versions, features, layers, rules.
 *
 *   MetaFiles      file name -> text
 *   profile        the <viewport>s of an asset profile
 *   metaFiles      all files of a model
 */
import { matches } from '../../src/engine/lcdv.ts';
import { interiorViews } from '../drawing/interior.ts';
import { views } from '../drawing/scene.ts';
import type { DemoModel } from '../models/models.ts';
import { colours, lights, trims } from '../models/paints.ts';
import { type Element, element, xml } from './write.ts';

export type MetaFiles = Readonly<Record<string, string>>;

export function profile(exteriorViews: readonly string[] = Object.keys(views)): readonly Element[] {
  const viewport = (name: string, angles: readonly string[], small: string) =>
    element('viewport', { name }, [
      ...angles.map((angle) => element('angle', { name: angle })),
      element('resolution', { name: 'HD', width: 1280, height: 720 }),
      element('resolution', { name: 'thumb', width: 320, height: 180, angles: small }),
    ]);
  return [viewport('exterior', exteriorViews, '001 002'), viewport('interior', interiorViews, '001')];
}

const feature = (id: string, label: string, more: Element['attributes'] = {}) =>
  element('feature', { id, label, ...more });
const family = (id: string, label: string, features: readonly Element[]) => element('family', { id, label }, features);

export function features(model: DemoModel): Element {
  const rich = model.versions.filter((v) => matches(model.rich, v.id));
  const { wheels } = model;
  const standard = (id: string, more: Element['attributes'] = {}) => element('standard', { feature: id, ...more });
  const first = (wheels[0] as (typeof wheels)[number]).feature;
  const last = (wheels.at(-1) as (typeof wheels)[number]).feature;
  return element('features', {}, [
    element('category', { name: 'Exterior' }, [
      family(
        '0M',
        'Colour',
        colours.map((c) => feature(c.feature, c.label, { description: `${c.label}, ${c.finish} lacquer` })),
      ),
      family(
        'ZH',
        'Wheels',
        wheels.map((w) => feature(w.feature, w.label, w.feature === last ? { versions: model.rich } : {})),
      ),
      family('WL', 'Headlights', [
        feature('WLN8', 'Matrix LED headlights with light signature'),
        feature('WLH2', 'Halogen headlights', { when: `not version(${model.rich})` }),
      ]),
      family('JD', 'Roof', [
        feature('JD20', 'Roof in body colour'),
        feature('JDNR', 'Black roof'),
        feature('JDPA', 'Panoramic glass roof', { when: 'not WLH2' }),
      ]),
      family('RE', 'Door mirrors', [
        feature('RE01', 'Mirrors in body colour'),
        feature('RENR', 'Mirrors in gloss black'),
      ]),
      family('VD', 'Glass', [feature('VD09', 'Clear heat-insulating glass'), feature('VD12', 'Privacy glass')]),
    ]),
    element('category', { name: 'Interior' }, [
      family(
        '0P',
        'Trim',
        trims.map((t, i) => feature(t.feature, t.label, i === 3 ? { versions: rich.map((v) => v.id).join(' ') } : {})),
      ),
      family('IN', 'Instruments', [
        feature('INPL', 'Dials and 7 inch display'),
        feature('INWD', 'Wide 12 inch display'),
      ]),
      family(
        'AM',
        'Ambient light',
        lights.map((l, i) => feature(l.feature, l.label, i === 2 ? { when: 'INWD' } : {})),
      ),
    ]),
    element('standards', {}, [
      standard('0MM50NVH', { versions: model.rich }),
      standard('0MP00NWP'),
      standard('0P2H0RFX', { versions: model.rich }),
      standard('0P4Y0RFA'),
      standard(last, { versions: model.rich }),
      standard(first),
      standard('WLN8', { versions: model.rich }),
      standard('WLH2'),
      standard('JDNR', { versions: model.rich, when: 'not 0MM00N9V' }),
      standard('JD20'),
      standard('RENR', { when: 'JDNR or JDPA' }),
      standard('RE01'),
      standard('VD12', { versions: model.rich }),
      standard('VD09'),
      standard('INWD', { versions: model.rich }),
      standard('INPL'),
      standard('AM01'),
    ]),
  ]);
}

const layer = (
  name: string,
  z: number,
  description: string,
  more: Element['attributes'] = {},
  orders: readonly Element[] = [],
) => element('layer', { name, z, description, ...more }, orders);

function layersExterior(model: DemoModel): Element {
  const fam = (name: string, layers: readonly Element[]) => element('family', { name }, layers);
  return element('layers', {}, [
    fam('shadow', [layer('shadow', 0, 'Shadow on the floor and underside')]),
    fam(
      'wheels',
      model.wheels.map((w) => layer(w.layer, 20, w.label)),
    ),
    fam(
      'body',
      colours.map((c) => layer(`body_${c.feature}`, 30, c.label)),
    ),
    fam('glass', [layer('glass_clear', 40, 'Clear glass'), layer('glass_privacy', 40, 'Privacy glass')]),
    fam('roof', [
      ...colours.map((c) => layer(`roof_${c.feature}`, 50, `Roof ${c.label}`)),
      layer('roof_black', 50, 'Black roof'),
      layer('roof_glass', 50, 'Panoramic glass roof'),
    ]),
    fam('lights', [layer('lights_led', 60, 'LED'), layer('lights_halogen', 60, 'Halogen')]),
    // seen from behind, the mirrors are behind the lamps
    fam('mirrors', [
      ...colours.map((c) =>
        layer(`mirror_${c.feature}`, 70, `Mirrors ${c.label}`, {}, [element('order', { angle: '005', z: 55 })]),
      ),
      layer('mirror_black', 70, 'Black mirrors', {}, [element('order', { angle: '005', z: 55 })]),
    ]),
  ]);
}

function layersInterior(): Element {
  const fam = (name: string, layers: readonly Element[]) => element('family', { name }, layers);
  return element('layers', {}, [
    fam('shell', [layer('shell', 0, 'Doors, windows, floor')]),
    fam(
      'seats',
      trims.map((t) => layer(`seats_${t.feature}`, 10, t.label)),
    ),
    fam('dashboard', [layer('dashboard_plain', 20, 'Dials'), layer('dashboard_wide', 20, 'Wide display')]),
    fam('steering', [layer('steering_wheel', 30, 'Steering wheel', { angles: '001 002' })]),
    fam(
      'ambient',
      lights.map((l) => layer(`ambient_${l.feature}`, 25, l.label)),
    ),
  ]);
}

const rule = (name: string, when?: string) => element('rule', { layer: name, when });

function rulesExterior(model: DemoModel): Element {
  const fam = (name: string, rules: readonly Element[]) => element('family', { name }, rules);
  const [first, ...others] = model.wheels;
  return element('rules', {}, [
    fam('shadow', [rule('shadow')]),
    fam('wheels', [...others.map((w) => rule(w.layer, w.feature)), rule(first?.layer ?? '')]),
    fam(
      'body',
      colours.map((c) => rule(`body_${c.feature}`, c.feature)),
    ),
    fam('glass', [rule('glass_privacy', `VD12 or (JDPA and version(${model.rich}))`), rule('glass_clear')]),
    fam('roof', [
      rule('roof_glass', 'JDPA'),
      rule('roof_black', 'JDNR and not JDPA'),
      ...colours.map((c) => rule(`roof_${c.feature}`, c.feature)),
    ]),
    fam('lights', [rule('lights_led', 'WLN8'), rule('lights_halogen', 'not WLN8')]),
    fam('mirrors', [rule('mirror_black', 'RENR'), ...colours.map((c) => rule(`mirror_${c.feature}`, c.feature))]),
  ]);
}

function rulesInterior(): Element {
  const fam = (name: string, rules: readonly Element[]) => element('family', { name }, rules);
  return element('rules', {}, [
    fam('shell', [rule('shell')]),
    fam(
      'seats',
      trims.map((t) => rule(`seats_${t.feature}`, t.feature)),
    ),
    fam('dashboard', [rule('dashboard_wide', 'INWD'), rule('dashboard_plain')]),
    fam('steering', [rule('steering_wheel')]),
    fam(
      'ambient',
      lights.map((l) => rule(`ambient_${l.feature}`, l.feature)),
    ),
  ]);
}

export const versionsFile = (versions: DemoModel['versions']): string =>
  xml(
    element(
      'versions',
      {},
      versions.map((v) => element('version', { id: v.id, label: v.label })),
    ),
  );

export const profileFile = (exteriorViews?: readonly string[]): string =>
  xml(element('assetProfile', {}, profile(exteriorViews)));

export function metaFiles(model: DemoModel): MetaFiles {
  return {
    ...(model.ownProfile ? { 'asset-profile.xml': profileFile() } : {}),
    'versions.xml': versionsFile(model.versions),
    'features.xml': xml(features(model)),
    'layers-ext.xml': xml(layersExterior(model)),
    'layers-int.xml': xml(layersInterior()),
    'rules-ext.xml': xml(rulesExterior(model)),
    'rules-int.xml': xml(rulesInterior()),
  };
}
