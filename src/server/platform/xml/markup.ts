/**
 * One linear pass over the text of an XML file, which need not be well-formed: the pass ends at a comment, instruction
 * or tag without an end.
 *
 *   encodingOf     the encoding that the XML declaration names
 *   hasDoctype     before the root element, the only place where XML knows one
 *   startTags      where each start tag begins
 *   attributeAt    where the value of an attribute begins
 */

/** An XML declaration is far shorter; the search for it stops here. */
const DECLARATION_LENGTH = 200;
const [EXCLAMATION, SLASH, QUESTION] = [0x21, 0x2f, 0x3f];

/** @returns its position in the text and its name; undefined if there is no XML declaration or it names no encoding */
export function encodingOf(text: string): { from: number; to: number; name: string } | undefined {
  if (!text.startsWith('<?xml')) return undefined;
  const head = text.slice(0, DECLARATION_LENGTH);
  const end = head.indexOf('?>');
  const declaration = end < 0 ? head : head.slice(0, end);
  const word = declaration.indexOf('encoding');
  if (word < 0) return undefined;
  const quote = /["']/.exec(declaration.slice(word));
  if (!quote) return undefined;
  const from = word + quote.index + 1;
  const to = declaration.indexOf(quote[0], from);
  return to < 0 ? undefined : { from, to, name: declaration.slice(from, to) };
}

/** @returns the position of `>`, outside of quotes; -1 without one */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '>') return at;
    if (sign !== '"' && sign !== "'") continue;
    at = text.indexOf(sign, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** Calls `onTag` for each start tag. @returns true if it met a DOCTYPE, where it stops */
function scan(text: string, onTag: (at: number) => boolean): boolean {
  const after = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? text.length : at + mark.length;
  };
  for (let at = text.indexOf('<'); at >= 0; ) {
    const sign = text.charCodeAt(at + 1);
    if (sign === EXCLAMATION) {
      if (text.startsWith('--', at + 2)) at = after('-->', at + 4);
      else if (text.startsWith('[CDATA[', at + 2)) at = after(']]>', at + 9);
      else if (text.slice(at + 2, at + 9).toUpperCase() === 'DOCTYPE') return true;
      else at += 2;
    } else if (sign === QUESTION) {
      at = after('?>', at + 2);
    } else if (sign === SLASH) {
      at += 2;
    } else {
      if (!onTag(at)) return false;
      const end = endOfTag(text, at + 1);
      if (end < 0) return false;
      at = end;
    }
    at = text.indexOf('<', at);
  }
  return false;
}

/** In either case: a lower-case DOCTYPE is not XML, but some reader may accept it. */
export const hasDoctype = (text: string): boolean => scan(text, () => false);

/** @param text well-formed. @returns UTF-16 units from its start, in the order of the text */
export function startTags(text: string): number[] {
  const found: number[] = [];
  scan(text, (at) => found.push(at) > 0);
  return found;
}

const BLANKS = ' \t\r\n';

/** @returns the first position from `at` on whose character is (`wanted`) or is not among `signs` */
function seek(text: string, at: number, signs: string, wanted: boolean): number {
  let index = at;
  while (index < text.length && signs.includes(text.charAt(index)) !== wanted) index += 1;
  return index;
}

/**
 * @param text well-formed
 * @param tag  where the start tag begins
 * @returns where the attribute's value begins, after its quote, and ends; undefined if there is no such attribute
 */
export function attributeAt(text: string, tag: number, name: string): { from: number; to: number } | undefined {
  let at = seek(text, tag, `${BLANKS}/>`, true);
  for (;;) {
    const start = seek(text, at, BLANKS, false);
    if (start >= text.length || '/>'.includes(text.charAt(start))) return undefined;
    const end = seek(text, start, `${BLANKS}=`, true);
    const from = seek(text, end, `${BLANKS}=`, false) + 1;
    const to = text.indexOf(text.charAt(from - 1), from);
    if (to < 0) return undefined;
    if (text.slice(start, end) === name) return { from, to };
    at = to + 1;
  }
}
