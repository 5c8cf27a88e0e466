/**
 * What the profile or the layers of a set promise and no picture shows.
 *
 *   missingAngles     angles and resolutions without any picture
 *   missingPictures   layers that lack one at an angle
 */
import { isPaintedFor } from '../layers.ts';
import type { Driver, Viewport, ViewportProfile } from '../meta.ts';
import { resolutionAngles } from '../views.ts';
import { type Finding, findingOf } from './findings.ts';
import { byDriver, type ViewportPictures } from './viewportPictures.ts';

/** Whether an angle has any picture for a driver type. */
export type IsDelivered = (angle: string, driver: Driver) => boolean;

const fileOf = (viewport: Viewport) => `layers-${viewport === 'exterior' ? 'ext' : 'int'}.xml`;

export function* missingPictures(view: ViewportPictures, isDelivered: IsDelivered): Generator<Finding> {
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

export function* missingAngles(
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
