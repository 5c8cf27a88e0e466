/**
 * What is wrong with the pictures of a set, for each viewport, driver type and angle.
 *
 *   PictureSizes, ViewportPictures
 *   checkPictures
 */
import type { Driver, Layer, LayersMeta, Viewport, ViewportProfile } from '../meta.ts';
import { type Finding, findingOf } from './findings.ts';

/** path (`001/body.png`, `thumb/001/body.png`) -> pixels */
export type PictureSizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

export interface ViewportPictures {
  readonly viewport: Viewport;
  readonly profile: ViewportProfile | undefined;
  readonly layers: LayersMeta | undefined;
  readonly pictures: { readonly [D in 'common' | Driver]: PictureSizes };
}

const DRIVERS = ['LHD', 'RHD'] as const;
const fileOf = (viewport: Viewport) => `layers-${viewport === 'exterior' ? 'ext' : 'int'}.xml`;

/** What is true of both driver types is said once. */
function* byDriver(
  of: (driver: Driver) => readonly string[],
): Generator<{ driver?: Driver; angles: readonly string[] }> {
  const [left, right] = [of('LHD'), of('RHD')];
  const both = left.filter((angle) => right.includes(angle));
  if (both.length > 0) yield { angles: both };
  for (const [driver, all] of [
    ['LHD', left],
    ['RHD', right],
  ] as const) {
    const alone = all.filter((angle) => !both.includes(angle));
    if (alone.length > 0) yield { driver, angles: alone };
  }
}

const isFor = ({ angles, drivers }: Layer, angle: string, driver: Driver): boolean =>
  (angles?.includes(angle) ?? true) && (drivers?.includes(driver) ?? true);

/** `<resolution>/<angle>/<layer>.png` or `<angle>/<layer>.png` */
function partsOf(path: string): { resolution?: string; angle: string; layer: string } {
  const folders = path.split('/');
  const layer = (folders.pop() ?? '').replace(/\.png$/, '');
  const angle = folders.pop() ?? '';
  const [resolution] = folders;
  return { ...(resolution !== undefined && { resolution }), angle, layer };
}

function* missingPictures(view: ViewportPictures, angles: readonly string[]): Generator<Finding> {
  const { viewport, profile, layers, pictures } = view;
  const has = (path: string, driver: Driver) => pictures[driver].has(path) || pictures.common.has(path);
  for (const family of layers?.families ?? []) {
    for (const layer of family.layers) {
      const file = `${layer.name}.png`;
      const isMissing = (angle: string, driver: Driver): boolean => {
        if (!isFor(layer, angle, driver) || has(`${angle}/${file}`, driver)) return false;
        const shown = (profile?.resolutions ?? []).filter((one) => one.angles?.includes(angle) ?? true);
        return shown.length === 0 || shown.some(({ name }) => !has(`${name}/${angle}/${file}`, driver));
      };
      for (const where of byDriver((driver) => angles.filter((angle) => isMissing(angle, driver)))) {
        yield findingOf('layer-without-picture', {
          viewport,
          ...where,
          family: family.name,
          layer: layer.name,
          place: `${fileOf(viewport)}, family ${family.name}`,
          message: `${layer.name} is declared and has no picture.`,
        });
      }
    }
  }
}

function* strangePictures({ viewport, layers, pictures }: ViewportPictures): Generator<Finding> {
  const declared = new Map(
    (layers?.families ?? []).flatMap(({ layers: all }) => all.map((layer) => [layer.name, layer])),
  );
  const strange = new Map<string, Set<string>>();
  for (const source of ['common', ...DRIVERS] as const) {
    for (const path of pictures[source].keys()) {
      const { angle, layer } = partsOf(path);
      const known = declared.get(layer);
      if (known && (known.angles?.includes(angle) ?? true)) continue;
      strange.set(layer, (strange.get(layer) ?? new Set()).add(angle));
    }
  }
  for (const [layer, angles] of [...strange].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const elsewhere = declared.has(layer) ? ' for these angles' : '';
    yield findingOf('picture-without-layer', {
      viewport,
      angles: [...angles].sort(),
      layer,
      place: `pictures ${layer}.png`,
      message: `No layer ${layer} is declared${elsewhere}: its pictures are never shown.`,
    });
  }
}

/** The size that most pictures of an angle have is the right one. */
function* differentSizes({ viewport, layers, pictures }: ViewportPictures): Generator<Finding> {
  const wrong = new Map<string, { layer: string; size: string; usual: string; of: Map<Driver, string[]> }>();
  for (const driver of DRIVERS) {
    const shown = new Map([...pictures.common, ...pictures[driver]]);
    const folders = Map.groupBy(shown, ([path]) => path.slice(0, path.lastIndexOf('/')));
    for (const all of folders.values()) {
      const sizes = all.map(([path, { width, height }]) => ({ path, size: `${width} x ${height}` }));
      const counted = [...Map.groupBy(sizes, ({ size }) => size)].sort(([, a], [, b]) => b.length - a.length);
      const [usual] = counted[0] ?? [''];
      for (const { path, size } of sizes) {
        if (size === usual) continue;
        const { angle, layer } = partsOf(path);
        const key = `${layer} ${size} ${usual}`;
        const one = wrong.get(key) ?? { layer, size, usual, of: new Map() };
        one.of.set(driver, [...(one.of.get(driver) ?? []), angle]);
        wrong.set(key, one);
      }
    }
  }
  const familyOf = new Map((layers?.families ?? []).flatMap(({ name, layers: all }) => all.map((l) => [l.name, name])));
  for (const { layer, size, usual, of } of wrong.values()) {
    for (const where of byDriver((driver) => of.get(driver) ?? [])) {
      const family = familyOf.get(layer);
      yield findingOf('canvas-differs', {
        viewport,
        ...where,
        ...(family !== undefined && { family }),
        layer,
        place: `pictures ${layer}.png`,
        message: `${layer} is ${size}, the other pictures of the angle are ${usual}.`,
      });
    }
  }
}

export function checkPictures(view: ViewportPictures): Finding[] {
  const { viewport, profile, pictures } = view;
  const delivered = new Set(
    (['common', ...DRIVERS] as const).flatMap((source) =>
      [...pictures[source].keys()].map((path) => partsOf(path).angle),
    ),
  );
  const without = (profile?.angles ?? []).filter((angle) => !delivered.has(angle));
  const angles = (profile?.angles ?? [...delivered].sort()).filter((angle) => delivered.has(angle));
  const findings: Finding[] = [];
  if (without.length > 0) {
    findings.push(
      findingOf('angle-without-pictures', {
        viewport,
        angles: without,
        place: 'asset-profile.xml',
        message: `The profile has ${without.length === 1 ? 'an angle' : 'angles'} without any picture.`,
      }),
    );
  }
  for (const { name, angles: own } of profile?.resolutions ?? []) {
    if (angles.length === 0 || !own || own.some((angle) => delivered.has(angle))) continue;
    findings.push(
      findingOf('resolution-without-pictures', {
        viewport,
        angles: own,
        place: `asset-profile.xml, resolution ${name}`,
        message: `None of the angles of the resolution ${name} has a picture.`,
      }),
    );
  }
  return [...findings, ...missingPictures(view, angles), ...differentSizes(view), ...strangePictures(view)];
}
