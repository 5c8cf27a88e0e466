/**
 * What a picture call asks for, resolved against the profile of the set.
 *
 *   PictureQuery, PictureSpec
 *   specOf
 */
import type { Driver, Resolution, Viewport } from '../../engine/meta.ts';
import { viewportOf } from '../../engine/views.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import { notFound } from '../platform/http/errors.ts';

export interface PictureQuery {
  viewport: string;
  driverType?: Driver | undefined;
  /** a resolution's name; absent: the first of the profile */
  size?: string | undefined;
  /** an angle's name */
  view: string;
}

export interface PictureSpec {
  readonly viewport: Viewport;
  readonly driver: Driver;
  readonly resolution: Resolution;
  readonly angle: string;
}

/** @throws ApiError 404 that names what the set lacks */
export function specOf(set: ServedSet, query: PictureQuery): PictureSpec {
  const viewport = viewportOf(query.viewport);
  const profile = set.profile[viewport];
  if (!profile) throw notFound('no-viewport', `${set.disId} has no ${viewport} view.`);
  if (!profile.angles.includes(query.view)) {
    throw notFound(
      'unknown-angle',
      `${set.disId} has no ${viewport} angle ${query.view}. Angles: ${profile.angles.join(', ')}.`,
    );
  }
  const resolution =
    query.size === undefined ? profile.resolutions[0] : profile.resolutions.find((r) => r.name === query.size);
  if (!resolution) {
    const names = profile.resolutions.map((r) => r.name).join(', ');
    throw notFound(
      'unknown-resolution',
      `${set.disId} has no ${viewport} resolution ${query.size ?? ''}. Resolutions: ${names}.`,
    );
  }
  if (resolution.angles && !resolution.angles.includes(query.view)) {
    throw notFound('angle-not-delivered', `${resolution.name} is not delivered for the angle ${query.view}.`);
  }
  return { viewport, driver: query.driverType ?? 'LHD', resolution, angle: query.view };
}
