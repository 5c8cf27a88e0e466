/**
 * Which option a typed or pasted text means.
 *
 *   resolveOption      the option that the text names, else the only one that contains it
 *   exactOption        the option whose id or whole text it is
 *   matchingOptions    the options that contain it
 *   Suggestions        what is searched
 */
export interface Suggestions {
  readonly options: readonly string[];
  /** what is shown and searched */
  readonly textOf: (option: string) => string;
  /** the length of ids: a longer text is cut to it; absent: ids have no fixed length */
  readonly idLength?: number | undefined;
}

/** Ignores case, and blanks around the text; an empty text matches everything. */
export function matchingOptions({ options, textOf }: Suggestions, text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? options : options.filter((option) => textOf(option).toLowerCase().includes(wanted));
}

/** Among ids that differ only in case, prefers the one with the same spelling. */
export function exactOption({ options, textOf, idLength }: Suggestions, text: string): string | undefined {
  const whole = text.trim();
  const id = whole.slice(0, idLength);
  const lower = id.toLowerCase();
  return (
    options.find((option) => option === id) ??
    options.find((option) => option.toLowerCase() === lower) ??
    options.find((option) => textOf(option).toLowerCase() === whole.toLowerCase())
  );
}

export function resolveOption(options: Suggestions, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const exact = exactOption(options, text);
  if (exact !== undefined) return exact;
  const [only, ...others] = matchingOptions(options, text);
  return others.length === 0 ? only : undefined;
}
