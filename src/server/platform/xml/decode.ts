/**
 * Decodes the text of an XML file.
 *
 *   decodeXml
 */

/**
 * Decodes UTF-16 if there is a byte order mark for it, else UTF-8, as the XML reader does. Leaves the mark out.
 * @param fatal whether to throw a TypeError for invalid bytes instead of replacing them
 */
export function decodeXml(bytes: Uint8Array, { fatal = false } = {}): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal }).decode(bytes);
}
