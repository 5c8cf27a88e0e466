/**
 * Checks the pictures of a set by viewport, driver type and angle.
 *
 *   PictureSizes, ViewportPictures
 *   checkPictures
 */
import { isPaintedFor } from '../layers.ts';
import type { Driver, Layer, LayersMeta, Viewport, ViewportProfile } from '../meta.ts';
import { resolutionAngles } from '../views.ts';
import { type Example, type Finding, findingOf } from './findings.ts';

/** path (`001/body.png`, `thumb/001/body.png`) -> pixels */
export type PictureSizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

export interface ViewportPictures {
  readonly viewport: Viewport;
  readonly profile: ViewportProfile | undefined;
  readonly layers: LayersMeta | undefined;
  readonly pictures: { readonly [D in 'common' | Driver]: PictureSizes };
  /** false: they come from another set, whose report covers them */
  readonly own: boolean;
  /** of each layer that can be chosen, a configuration in which it is */
  readonly shown: ReadonlyMap<string, Example>;
}

const DRIVERS = ['LHD', 'RHD'] as const;
const fileOf = (viewport: Viewport) => `layers-${viewport === 'exterior' ? 'ext' : 'int'}.xml`;

/** Reports angles of both driver types once. */
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

/** `<resolution>/<angle>/<layer>.png` or `<angle>/<layer>.png` */
function parsePicturePath(path: string): { resolution?: string; angle: string; layer: string } {
  const folders = path.split('/');
  const layer = (folders.pop() ?? '').replace(/\.png$/, '');
  const angle = folders.pop() ?? '';
  const [resolution] = folders;
  return { ...(resolution !== undefined && { resolution }), angle, layer };
}

type IsDelivered = (angle: string, driver: Driver) => boolean;

function* missingPictures(view: ViewportPictures, isDelivered: IsDelivered): Generator<Finding> {
  const { viewport, profile, layers, pictures, shown } = view;
  const has = (path: string, driver: Driver) => pictures[driver].has(path) || pictures.common.has(path);
  for (const family of layers?.families ?? []) {
    for (const layer of family.layers) {
      const file = `${layer.name}.png`;
      const example = shown.get(layer.name);
      const isMissing = (angle: string, driver: Driver): boolean => {
        if (!isDelivered(angle, driver) || !isPaintedFor(layer, angle, driver) || has(`${angle}/${file}`, driver))
          return false;
        const sizes = (profile?.resolutions ?? []).filter((one) => one.angles?.includes(angle) ?? true);
        return sizes.length === 0 || sizes.some(({ name }) => !has(`${name}/${angle}/${file}`, driver));
      };
      for (const where of byDriver((driver) => (profile?.angles ?? []).filter((angle) => isMissing(angle, driver)))) {
        yield findingOf('layer-without-picture', {
          viewport,
          ...where,
          family: family.name,
          layer: layer.name,
          place: `${fileOf(viewport)}, family ${family.name}`,
          message: `${layer.name} is declared and has no picture.`,
          ...(example && { example }),
        });
      }
    }
  }
}

/** Why a picture is never shown; undefined if it may be. */
function unusedReason(
  path: string,
  drivers: readonly Driver[],
  declared: ReadonlyMap<string, Layer>,
  profile: ViewportProfile | undefined,
): Pick<Finding, 'kind' | 'message'> | undefined {
  const { angle, layer, resolution: name } = parsePicturePath(path);
  const known = declared.get(layer);
  const never = (kind: Finding['kind'], why: string) => ({ kind, message: `${why}: its pictures are never shown.` });
  if (!known) return never('picture-without-layer', `No layer ${layer} is declared`);
  if (!drivers.some((driver) => isPaintedFor(known, angle, driver))) {
    return never('picture-without-layer', `The layer ${layer} is not declared for this angle and driver type`);
  }
  if (!profile) return undefined;
  if (!profile.angles.includes(angle))
    return never('picture-outside-profile', `The asset profile has no angle ${angle}`);
  if (name === undefined) return undefined;
  const resolution = profile.resolutions.find((one) => one.name === name);
  if (!resolution) return never('picture-outside-profile', `The asset profile has no resolution ${name}`);
  return resolutionAngles(profile, resolution).includes(angle)
    ? undefined
    : never('picture-outside-profile', `The resolution ${name} has no angle ${angle}`);
}

function* unusedPictures({ viewport, layers, pictures, profile }: ViewportPictures): Generator<Finding> {
  const declared = new Map(
    (layers?.families ?? []).flatMap(({ layers: all }) => all.map((layer) => [layer.name, layer])),
  );
  const strange = new Map<string, { finding: Finding; angles: Set<string> }>();
  for (const source of ['common', ...DRIVERS] as const) {
    for (const path of pictures[source].keys()) {
      const why = unusedReason(path, source === 'common' ? DRIVERS : [source], declared, profile);
      if (!why) continue;
      const { angle, layer } = parsePicturePath(path);
      const key = `${layer} ${source} ${why.message}`;
      const one = strange.get(key) ?? {
        finding: findingOf(why.kind, {
          viewport,
          ...(source !== 'common' && { driver: source }),
          layer,
          place: `pictures ${layer}.png`,
          message: why.message,
        }),
        angles: new Set(),
      };
      one.angles.add(angle);
      strange.set(key, one);
    }
  }
  for (const [, { finding, angles }] of [...strange].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield { ...finding, angles: [...angles].sort() };
  }
}

/** Masters of an angle must have the size that most of them have, hand-made pictures the size of their resolution. */
function* sizeMismatches({ viewport, layers, pictures, profile, shown }: ViewportPictures): Generator<Finding> {
  const wrong = new Map<string, { layer: string; message: string; of: Map<Driver, string[]> }>();
  for (const driver of DRIVERS) {
    const painted = new Map([...pictures.common, ...pictures[driver]]);
    const folders = Map.groupBy(painted, ([path]) => path.slice(0, path.lastIndexOf('/')));
    for (const [folder, all] of folders) {
      const [name, hasAngle] = folder.split('/');
      const resolution = hasAngle === undefined ? undefined : profile?.resolutions.find((one) => one.name === name);
      const sizes = all.map(([path, { width, height }]) => ({ path, size: `${width} x ${height}` }));
      const counted = [...Map.groupBy(sizes, ({ size }) => size)].sort(
        ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
      );
      const usual = resolution ? `${resolution.width} x ${resolution.height}` : (counted[0]?.[0] ?? '');
      const others = resolution ? `the resolution ${resolution.name} is` : 'the other pictures of the angle are';
      for (const { path, size } of sizes) {
        if (size === usual) continue;
        const { angle, layer } = parsePicturePath(path);
        const key = `${layer} ${size} ${usual} ${others}`;
        const one = wrong.get(key) ?? { layer, message: `${layer} is ${size}, ${others} ${usual}.`, of: new Map() };
        one.of.set(driver, [...(one.of.get(driver) ?? []), angle]);
        wrong.set(key, one);
      }
    }
  }
  const familyOf = new Map((layers?.families ?? []).flatMap(({ name, layers: all }) => all.map((l) => [l.name, name])));
  for (const { layer, message, of } of wrong.values()) {
    const example = shown.get(layer);
    for (const where of byDriver((driver) => of.get(driver) ?? [])) {
      const family = familyOf.get(layer);
      yield findingOf('canvas-differs', {
        viewport,
        ...where,
        ...(family !== undefined && { family }),
        layer,
        place: `pictures ${layer}.png`,
        message,
        ...(example && { example }),
      });
    }
  }
}

function* missingAngles(
  { viewport }: ViewportPictures,
  profile: ViewportProfile,
  isDelivered: IsDelivered,
): Generator<Finding> {
  for (const where of byDriver((driver) => profile.angles.filter((angle) => !isDelivered(angle, driver)))) {
    yield findingOf('angle-without-pictures', {
      viewport,
      ...where,
      place: 'asset-profile.xml',
      message: `The profile has ${where.angles.length === 1 ? 'an angle' : 'angles'} without any picture.`,
    });
  }
  for (const resolution of profile.resolutions) {
    const own = resolutionAngles(profile, resolution);
    const lacks = (driver: Driver) =>
      profile.angles.some((angle) => isDelivered(angle, driver)) && !own.some((angle) => isDelivered(angle, driver));
    // A viewport without any picture is reported by its angles.
    for (const where of byDriver((driver) => (lacks(driver) ? own : []))) {
      yield findingOf('resolution-without-pictures', {
        viewport,
        ...where,
        place: `asset-profile.xml, resolution ${resolution.name}`,
        message: `None of the angles of the resolution ${resolution.name} has a picture.`,
      });
    }
  }
}

export function checkPictures(view: ViewportPictures): Finding[] {
  const { viewport, profile, layers, pictures, own } = view;
  const delivered = new Set(
    (['common', ...DRIVERS] as const).flatMap((source) =>
      [...pictures[source].keys()].map((path) => `${source} ${parsePicturePath(path).angle}`),
    ),
  );
  const isDelivered: IsDelivered = (angle, driver) =>
    delivered.has(`common ${angle}`) || delivered.has(`${driver} ${angle}`);
  const findings: Finding[] = [];
  if (profile) for (const finding of missingAngles(view, profile, isDelivered)) findings.push(finding);
  else if (delivered.size > 0 || layers?.families.some((family) => family.layers.length > 0)) {
    const message = `No asset profile says which angles and resolutions the ${viewport} has: it cannot be looked at.`;
    findings.push(findingOf('profile-missing', { viewport, place: 'asset-profile.xml', message }));
  }
  if (!own) return findings;
  return [...findings, ...missingPictures(view, isDelivered), ...sizeMismatches(view), ...unusedPictures(view)];
}
