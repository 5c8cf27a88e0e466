/**
 * Paths in the tree of the file browser: `/packs/<name>` is a pack as uploaded, `<name> (refused)` a newer upload of it that
 * is not live; each area has `dis/<disId>/…`, `static/<pack>/…` and `global-configs/<file>`.
 *
 *   PACKS, CONFIGS, KINDS     the folders' names
 *   notLiveName                of an upload beside the live one
 *   TreePath, parseTreePath
 */
import { AREAS, type Area } from '../contract/index.ts';

export const PACKS = 'packs';
export const CONFIGS = 'global-configs';
export const KINDS = ['dis', 'static'] as const;

export type TreePath =
  /** a folder that is always there */
  | { readonly is: 'fixed' }
  /** `beside`: a newer upload of the name, listed beside the live one */
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

/** No pack has such a name: they end with `.zip`. */
const BESIDE = / \((?:refused|being read)\)$/;

export const notLiveName = (fileName: string, state: 'refused' | 'being read'): string => `${fileName} (${state})`;

/** @returns undefined for a path that the tree cannot have; it does not check whether the store has the file */
export function parseTreePath(parts: readonly string[]): TreePath | undefined {
  const [first, second, third, ...below] = parts;
  if (first === undefined) return { is: 'fixed' };
  if (first === PACKS) {
    if (second === undefined) return { is: 'fixed' };
    return third === undefined
      ? { is: 'pack', fileName: second.replace(BESIDE, ''), beside: BESIDE.test(second) }
      : undefined;
  }
  const area = AREAS.find((one) => one === first);
  if (!area) return undefined;
  const kind = KINDS.find((one) => one === second);
  if (second === undefined || ((kind || second === CONFIGS) && third === undefined)) return { is: 'fixed' };
  if (third === undefined) return undefined;
  if (kind) return { is: 'content', area, kind, key: third, below };
  return second === CONFIGS && below.length === 0 ? { is: 'config', area, fileName: third } : undefined;
}
