/**
 * The text of an XML file.
 *
 *   decodeXml
 */

/**
 * UTF-16 by its byte order mark, else UTF-8: what the XML reader accepts. The mark itself is left out.
 * @param fatal instead of replacing what is neither. @throws TypeError for it
 */
export function decodeXml(bytes: Uint8Array, { fatal = false } = {}): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal }).decode(bytes);
}
