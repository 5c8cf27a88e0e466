/**
 * Which suggestion a typed or pasted text stands for.
 *
 *   namedOption    the one whose id or whole text it is
 *   meantOption    that one, else the only one that it is found in
 *   fitting        the ones that it is found in
 */
interface Suggestions {
  readonly options: readonly string[];
  /** what is shown and searched */
  readonly textOf: (option: string) => string;
  /** an id has so many characters: what follows them is not looked at; absent: ids are compared as a whole */
  readonly idLength?: number | undefined;
}

/** Case-insensitive, blanks around the text do not count; an empty text fits everything. */
export function fitting({ options, textOf }: Suggestions, text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? options : options.filter((option) => textOf(option).toLowerCase().includes(wanted));
}

/** Of ids that differ in case only, the one that is written the same way. */
export function namedOption({ options, textOf, idLength }: Suggestions, text: string): string | undefined {
  const whole = text.trim();
  const id = whole.slice(0, idLength);
  const lower = id.toLowerCase();
  return (
    options.find((option) => option === id) ??
    options.find((option) => option.toLowerCase() === lower) ??
    options.find((option) => textOf(option).toLowerCase() === whole.toLowerCase())
  );
}

export function meantOption(suggestions: Suggestions, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const named = namedOption(suggestions, text);
  if (named !== undefined) return named;
  const [only, ...others] = fitting(suggestions, text);
  return others.length === 0 ? only : undefined;
}
