/**
 * What a path of the file browser's tree stands for: `/packs/<name>` as uploaded, and beside it `<name> (refused)` for a
 * newer upload that is not live; in each area `dis/<disId>/…`, `static/<pack>/…` and `global-configs/<file>`.
 *
 *   PACKS, CONFIGS, KINDS     the folders' names
 *   besideName                of an upload beside the live one
 *   FilePlace, placeOf
 */
import { AREAS, type Area } from '../contract/index.ts';

export const PACKS = 'packs';
export const CONFIGS = 'global-configs';
export const KINDS = ['dis', 'static'] as const;

export type FilePlace =
  /** a part of the tree itself */
  | { readonly is: 'fixed' }
  /** `beside`: the newer upload of the name, which stands beside the live one */
  | { readonly is: 'pack'; readonly fileName: string; readonly beside: boolean }
  | { readonly is: 'config'; readonly area: Area; readonly fileName: string }
  /** `below`: the names below the set or static pack; none for all of it */
  | {
      readonly is: 'content';
      readonly area: Area;
      readonly kind: (typeof KINDS)[number];
      readonly key: string;
      readonly below: readonly string[];
    };

/** No pack's own name ends so: all end with `.zip`. */
const BESIDE = / \((?:refused|being read)\)$/;

export const besideName = (fileName: string, state: 'refused' | 'being read'): string => `${fileName} (${state})`;

/** @returns undefined for what cannot be in the tree; whether the rest is there only the store knows */
export function placeOf(parts: readonly string[]): FilePlace | undefined {
  const [top, place, key, ...below] = parts;
  if (top === undefined) return { is: 'fixed' };
  if (top === PACKS) {
    if (place === undefined) return { is: 'fixed' };
    return key === undefined
      ? { is: 'pack', fileName: place.replace(BESIDE, ''), beside: BESIDE.test(place) }
      : undefined;
  }
  const area = AREAS.find((one) => one === top);
  if (!area) return undefined;
  const kind = KINDS.find((one) => one === place);
  if (place === undefined || ((kind || place === CONFIGS) && key === undefined)) return { is: 'fixed' };
  if (key === undefined) return undefined;
  if (kind) return { is: 'content', area, kind, key, below };
  return place === CONFIGS && below.length === 0 ? { is: 'config', area, fileName: key } : undefined;
}
