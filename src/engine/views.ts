/**
 * Views of a set: its effective asset profile, the angles of a resolution, and which viewports can be shown.
 *
 *   effectiveProfile     the set's own, else the global one
 *   resolutionAngles     the angles delivered for a resolution
 *   viewportOf           `exterior` or `interior`, of what calls send
 *   isViewValid          whether there is an angle, a resolution and a picture
 */
import type { AssetProfileRow } from './globalConfigs.ts';
import { comparePrecedence, matches } from './lcdv.ts';
import type { AssetProfile, Resolution, Viewport, ViewportProfile } from './meta.ts';

/**
 * The profile of a set: its own as a whole, else that of the matching global row whose pattern has the fewest `x` (at
 * a tie the first in byte order; of rows with one pattern the first read). Undefined when there is none.
 */
export function effectiveProfile(
  disId: string,
  own: AssetProfile | undefined,
  rows: readonly AssetProfileRow[],
): AssetProfile | undefined {
  if (own) return own;
  const [first] = rows.filter((row) => matches(row.set, disId)).sort((a, b) => comparePrecedence(a.set, b.set));
  return first?.profile;
}

/** The angles of a resolution: those it names, else all of the viewport. */
export function resolutionAngles(profile: ViewportProfile, resolution: Resolution): readonly string[] {
  return resolution.angles ?? profile.angles;
}

/** @param parameter the viewport's name, or its first three characters, as links send them */
export const viewportOf = (parameter: string): Viewport => (parameter.startsWith('ext') ? 'exterior' : 'interior');

/** True when the viewport has at least one angle, one resolution and one picture (after redirects). */
export function isViewValid(profile: ViewportProfile | undefined, hasPicture: boolean): boolean {
  return profile !== undefined && profile.angles.length > 0 && profile.resolutions.length > 0 && hasPicture;
}
