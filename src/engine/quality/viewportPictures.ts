/**
 * The pictures of a viewport as the checks of this folder see them.
 *
 *   PictureSizes, ViewportPictures
 *   DRIVERS
 *   byDriver            angles of both driver types, and of one
 *   parsePicturePath
 */
import type { Driver, LayersMeta, Viewport, ViewportProfile } from '../meta.ts';
import type { Example } from './findings.ts';

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

/** Of pictures that are for one driver type only. */
export const DRIVERS = ['LHD', 'RHD'] as const;

/** Reports angles of both driver types once. */
export function* byDriver(
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
export function parsePicturePath(path: string): { resolution?: string; angle: string; layer: string } {
  const folders = path.split('/');
  const layer = (folders.pop() ?? '').replace(/\.png$/, '');
  const angle = folders.pop() ?? '';
  const [resolution] = folders;
  return { ...(resolution !== undefined && { resolution }), angle, layer };
}
