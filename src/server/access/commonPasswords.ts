/**
 * Passwords that attackers try first, and the usual ways to lengthen them.
 *
 *   isCommonPassword
 */
import { readFileSync } from 'node:fs';

/** Words an attacker would guess from the product itself. */
const PRODUCT_WORDS = ['lacquer', 'embargo', 'preprod', 'uploader'];
const SHORTEST_WORD = 4;
const SWAPPED: Readonly<Record<string, string>> = {
  '@': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '4': 'a',
};

let list: ReadonlySet<string> | undefined;
const common = (): ReadonlySet<string> => {
  list ??= new Set([
    ...readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
    ...PRODUCT_WORDS,
  ]);
  return list;
};

/** `abcabcabc` -> `abc` */
const repeatedPart = (text: string) => text.slice(0, (text + text).indexOf(text, 1));

/** Removes digits and symbols after the last letter, and before the first letter, `@` or `$`. */
function withoutSymbols(text: string): string {
  let end = text.length;
  while (end > 0 && !/[a-z]/.test(text.charAt(end - 1))) end -= 1;
  const word = text.slice(0, end);
  const start = word.search(/[a-z@$]/);
  return start < 0 ? '' : word.slice(start);
}

/**
 * A common password, possibly repeated, or a common word between digits and symbols, with or without swapped letters:
 * `P@ssw0rd2026!`
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const word = withoutSymbols(repeatedPart(text));
  const plain = word.replaceAll(/[@$01345]/g, (symbol) => SWAPPED[symbol] ?? symbol);
  const words = [word, plain].filter((one) => one.length >= SHORTEST_WORD);
  return [text, repeatedPart(text), ...words].some((one) => common().has(one));
}
