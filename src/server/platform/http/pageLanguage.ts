/**
 * The language that a page is sent in: the one chosen in this browser, or else the one that the browser asks for.
 *
 *   pageLanguage
 */
/**
 * @param accepted the header Accept-Language, such as `de-DE,de;q=0.9,en;q=0.8`
 * @param offered BCP 47 tags without regions; the first one is the default
 */
export function pageLanguage(
  chosen: string | undefined,
  accepted: string | undefined,
  offered: readonly string[],
): string | undefined {
  if (chosen !== undefined && offered.includes(chosen)) return chosen;
  const wanted = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: tag.split('-')[0] ?? '', weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return wanted.find(({ language }) => offered.includes(language))?.language ?? offered[0];
}
