/**
 * Names of zip entries.
 *
 *   decodeName    bytes -> name
 *   isIgnored     folders, and files that file managers leave behind
 *   nameProblem   why a name is refused
 */
const UTF8_FLAG = 0x800;
const LONGEST_PATH = 1000;
/** limit of common file systems */
const LONGEST_PART = 255;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Names without the UTF-8 flag are decoded too if their bytes are valid UTF-8: macOS writes such names, with decomposed
 * letters, which files that refer to them do not use. Bytes of an older code page are hardly ever valid UTF-8.
 * @returns undefined if the bytes are not UTF-8
 */
export function decodeName(raw: Buffer, flags: number): string | undefined {
  try {
    const name = utf8.decode(raw);
    return (flags & UTF8_FLAG) === 0 ? name.normalize('NFC') : name;
  } catch {
    // Not UTF-8, as promised above.
    return undefined;
  }
}

export const isIgnored = (path: string): boolean =>
  path.endsWith('/') ||
  `/${path}`.includes('/__MACOSX/') ||
  ['.DS_Store', 'Thumbs.db'].includes(path.slice(path.lastIndexOf('/') + 1));

export function nameProblem(path: string | undefined): string | undefined {
  if (path === undefined) return 'the name is not UTF-8';
  if (path === '') return 'the name is empty';
  if (path.includes('\\')) return 'the name has a backslash; folders are separated by /';
  if (/\p{Cc}/u.test(path)) return 'the name has a control character';
  if (/[\p{Cf}\p{Zl}\p{Zp}]/u.test(path))
    return 'the name has an invisible character, such as one that reverses the direction of text';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'the name is absolute';
  const parts = path.split('/');
  if (parts.some((part) => part === '..' || part === '.' || part === '')) {
    return 'the name has an empty, . or .. folder';
  }
  if (path.length > LONGEST_PATH) return `the name has more than ${LONGEST_PATH} characters`;
  if (parts.some((part) => part.length > LONGEST_PART))
    return `a part of the name has more than ${LONGEST_PART} characters`;
  return undefined;
}
