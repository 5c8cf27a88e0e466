/**
 * User names. Names that a reader cannot tell apart are the same name: they are compared without case, after Unicode's
 * compatibility normalisation, and have letters of one script only.
 *
 *   normalName      as it is stored
 *   nameKeyOf       as it is compared
 *   nameProblem     why a name is not accepted
 */

/** Latin letters with and without accents, digits, and the punctuation that providers and proxies use. */
const NAME = /^[\p{Script=Latin}\p{Mn}0-9._@+|-]{2,100}$/u;
/** The journal uses these for actions that no user made. */
const RESERVED = ['system', 'console', 'anonymous'];

export const normalName = (name: string): string => name.normalize('NFKC');

/** Upper case first: some letters have a lower case of their own, but one upper case with others. */
export const nameKeyOf = (name: string): string =>
  normalName(name).toUpperCase().toLowerCase().normalize('NFKC').replaceAll('i\u0307', 'i');

/** @returns a sentence, or undefined for an acceptable name */
export function nameProblem(name: string): string | undefined {
  if (!NAME.test(normalName(name))) {
    return 'A user name has 2 to 100 Latin letters, digits, or . _ @ + | -.';
  }
  if (RESERVED.includes(nameKeyOf(name))) return `The name ${name} is reserved for the log.`;
  return undefined;
}
