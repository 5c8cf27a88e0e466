/**
 * The folders of static packs: which there are below each type, and which names they may have (docs/formats.md).
 *
 *   StaticLevel, STATIC_LEVELS
 *   FOLDER_RULES, lengthText     the names that folders of a level may have
 *   DEFAULT_FOLDER
 */
import type { OptionType } from './optionTypes.ts';

export type StaticLevel = 'brand' | 'model' | 'majorMinor' | 'bodyStyle';

/** The folders below each type, outermost first. */
export const STATIC_LEVELS: Readonly<Record<OptionType, readonly StaticLevel[]>> = {
  colors: ['model', 'bodyStyle'],
  trims: ['model', 'bodyStyle'],
  features: ['brand', 'model', 'majorMinor', 'bodyStyle'],
  co2: [],
  dimensions: ['brand'],
};

interface FolderRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** characters, at least and at most */
  readonly length: readonly [number, number];
  /** which characters, as a sentence */
  readonly signs: string;
}
const NAME_CHARACTERS = 'Letters, digits, - _ . & and blanks, none of them first or last';
const CODE_CHARACTERS = 'Capital letters and digits';

/** Names of brands and models are as their makers write them; case counts. */
export const FOLDER_RULES: Readonly<Record<StaticLevel, FolderRule>> = {
  brand: {
    name: 'brand',
    pattern: /^[\p{L}\p{Nd}_.&-][\p{L}\p{Nd} _.&-]{0,8}[\p{L}\p{Nd}_.&-]$/u,
    length: [2, 10],
    signs: NAME_CHARACTERS,
  },
  model: {
    name: 'model',
    pattern: /^[\p{L}\p{Nd}_.&-][\p{L}\p{Nd} _.&-]{2}[\p{L}\p{Nd}_.&-]$/u,
    length: [4, 4],
    signs: NAME_CHARACTERS,
  },
  majorMinor: { name: 'major and minor indicator', pattern: /^[A-Z0-9]{2}$/, length: [2, 2], signs: CODE_CHARACTERS },
  bodyStyle: { name: 'body style', pattern: /^[A-Z0-9]{2}$/, length: [2, 2], signs: CODE_CHARACTERS },
};

/** `2 to 10 characters`, `exactly 4 characters` */
export function lengthText(level: StaticLevel): string {
  const [least, most] = FOLDER_RULES[level].length;
  return least === most ? `exactly ${least} characters` : `${least} to ${most} characters`;
}

/** Its pictures serve every value that has no folder of its own. */
export const DEFAULT_FOLDER = 'default';
