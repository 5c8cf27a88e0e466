/**
 * Pictures that are delivered and cannot be used as they are.
 *
 *   unusedPictures    nothing shows them
 *   sizeMismatches    they have another size than those that they are painted with
 */
import { isPaintedFor } from '../layers.ts';
import type { Driver, Layer, ViewportProfile } from '../meta.ts';
import { resolutionAngles } from '../views.ts';
import { type Finding, findingOf } from './findings.ts';
import { byDriver, DRIVERS, parsePicturePath, type ViewportPictures } from './viewportPictures.ts';

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

export function* unusedPictures({ viewport, layers, pictures, profile }: ViewportPictures): Generator<Finding> {
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
export function* sizeMismatches({ viewport, layers, pictures, profile, shown }: ViewportPictures): Generator<Finding> {
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
