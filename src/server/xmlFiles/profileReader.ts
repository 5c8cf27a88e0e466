/**
 * Reads asset profiles, of sets and of the global configuration.
 *
 *   readProfile
 */
import type { AssetProfile, Resolution, Viewport, ViewportProfile } from '../../engine/meta.ts';
import { type ResolutionLimits, sizeProblem } from '../../engine/resolutionLimits.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { type AddProblem, addDuplicates, childrenOf, listOf, required } from './schemas.ts';

function readViewport(node: XmlNode, addProblem: AddProblem, limits: ResolutionLimits): ViewportProfile {
  const angles = childrenOf(node, 'angle').map((angle) => required(angle, 'name'));
  addDuplicates(addProblem, childrenOf(node, 'angle'), 'name', 'angle');
  addDuplicates(addProblem, childrenOf(node, 'resolution'), 'name', 'resolution');
  const beyond = childrenOf(node, 'resolution')[limits.count];
  if (beyond) addProblem(beyond, `a viewport has at most ${limits.count} resolutions`);
  const resolutions = childrenOf(node, 'resolution').map((resolution): Resolution => {
    const own = listOf(resolution.attributes['angles']);
    const unknown = own?.find((angle) => !angles.includes(angle));
    if (unknown !== undefined) {
      addProblem(resolution, `the resolution names the angle ${unknown}, which is not declared`, 'angles');
    }
    const [width, height] = [Number(required(resolution, 'width')), Number(required(resolution, 'height'))];
    const tooLarge = sizeProblem({ width, height }, limits);
    if (tooLarge !== undefined) addProblem(resolution, tooLarge, width >= height ? 'width' : 'height');
    return { name: required(resolution, 'name'), width, height, ...(own && { angles: own }) };
  });
  return { angles, resolutions };
}

/** @param node an <assetProfile> element */
export function readProfile(node: XmlNode, addProblem: AddProblem, limits: ResolutionLimits): AssetProfile {
  addDuplicates(addProblem, childrenOf(node, 'viewport'), 'name', 'viewport');
  const profile: { [V in Viewport]?: ViewportProfile } = {};
  for (const viewport of childrenOf(node, 'viewport')) {
    profile[required(viewport, 'name') as Viewport] = readViewport(viewport, addProblem, limits);
  }
  return profile;
}
