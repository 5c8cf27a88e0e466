/**
 * How a set is shown where nobody has chosen anything: from the first angle, as small as it is delivered.
 *
 *   StandardView, standardView
 */
import type { AssetProfile, Resolution, Viewport } from './meta.ts';

export interface StandardView {
  readonly viewport: Viewport;
  readonly angle: string;
  readonly resolution: Resolution;
}

const VIEWPORTS = ['exterior', 'interior'] as const;

/**
 * @param width pixels that the picture should have at least, where the profile has such a resolution
 * @returns undefined when the profile has no viewport with an angle and a resolution
 */
export function standardView(profile: AssetProfile, width: number): StandardView | undefined {
  for (const viewport of VIEWPORTS) {
    const { angles = [], resolutions = [] } = profile[viewport] ?? {};
    const [angle] = angles;
    if (angle === undefined) continue;
    const delivered = resolutions.filter((one) => one.angles?.includes(angle) ?? true);
    const byWidth = delivered.toSorted((a, b) => a.width - b.width);
    const resolution = byWidth.find((one) => one.width >= width) ?? byWidth.at(-1);
    if (resolution) return { viewport, angle, resolution };
  }
  return undefined;
}
