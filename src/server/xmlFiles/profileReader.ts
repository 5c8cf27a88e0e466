/**
 * Asset profiles, of a set or of a global configuration.
 *
 *   profileOf
 */
import type { AssetProfile, Resolution, Viewport, ViewportProfile } from '../../engine/meta.ts';
import { type ResolutionLimits, sizeProblem } from '../../engine/resolutionLimits.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { listOf, named, required, type Say, sayTwice } from './schemas.ts';

function readViewport(node: XmlNode, say: Say, limits: ResolutionLimits): ViewportProfile {
  const angles = named(node, 'angle').map((angle) => required(angle, 'name'));
  sayTwice(say, named(node, 'angle'), 'name', 'angle');
  sayTwice(say, named(node, 'resolution'), 'name', 'resolution');
  const beyond = named(node, 'resolution')[limits.count];
  if (beyond) say(beyond, `a viewport has at most ${limits.count} resolutions`);
  const resolutions = named(node, 'resolution').map((resolution): Resolution => {
    const own = listOf(resolution.attributes['angles']);
    const unknown = own?.find((angle) => !angles.includes(angle));
    if (unknown !== undefined) {
      say(resolution, `the resolution names the angle ${unknown}, which is not declared`, 'angles');
    }
    const [width, height] = [Number(required(resolution, 'width')), Number(required(resolution, 'height'))];
    const tooLarge = sizeProblem({ width, height }, limits);
    if (tooLarge !== undefined) say(resolution, tooLarge, width >= height ? 'width' : 'height');
    return { name: required(resolution, 'name'), width, height, ...(own && { angles: own }) };
  });
  return { angles, resolutions };
}

/** @param node an <assetProfile> element */
export function profileOf(node: XmlNode, say: Say, limits: ResolutionLimits): AssetProfile {
  sayTwice(say, named(node, 'viewport'), 'name', 'viewport');
  const profile: { [V in Viewport]?: ViewportProfile } = {};
  for (const viewport of named(node, 'viewport')) {
    profile[required(viewport, 'name') as Viewport] = readViewport(viewport, say, limits);
  }
  return profile;
}
