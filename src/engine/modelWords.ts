/**
 * What a set is called in lists. Packs name no model, only the labels of versions ("e-208 GT 156", "e-208 Active").
 *
 *   modelWords
 */

/** A name has at most this many of the first words; "…" stands for the others. */
const MAX_NAMES = 3;

/**
 * @returns the words that all labels begin with ("e-208"); where they begin differently, what each begins with
 *   ("208, e-208"); the whole label of a set with one version
 */
export function modelWords(labels: readonly string[]): string {
  const all = labels.map((label) => label.trim().split(/\s+/));
  const [first = [], ...others] = all;
  const words = [...first];
  for (const other of others) {
    const differs = words.findIndex((word, at) => word !== other[at]);
    if (differs >= 0) words.length = differs;
  }
  if (words.length > 0) return words.join(' ');
  const names = [...new Set(all.map(([name = '']) => name))];
  return [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
