/**
 * File names of deliveries: the name of a pack or a global configuration file tells what it is.
 * Only the start of a name and its ending are fixed. Case matters.
 *
 *   parsePackName           meta, image, static and oneLayer packs
 *   parseGlobalConfigName   the kinds of global configuration files
 *   nameMismatch            the message about a name that is neither
 */
import type { Driver, Viewport } from './meta.ts';

export type PackName =
  | { readonly kind: 'meta'; readonly disId?: string }
  | { readonly kind: 'image'; readonly viewport: Viewport; readonly driver?: Driver; readonly disId: string }
  | { readonly kind: 'static' }
  | { readonly kind: 'oneLayer' };

export interface NameError {
  readonly error: string;
}

export const GLOBAL_CONFIG_KINDS = [
  'asset_profile',
  'rhd_group_of_countries',
  'brand_group_of_countries',
  'default_country_rules',
  'country_list',
  'version_country_mapping',
  'visibility_configuration',
  'oneLayer_redirect',
] as const;

export type GlobalConfigKind = (typeof GLOBAL_CONFIG_KINDS)[number];

const IMAGE = /^image-(ext|int)(?:-(lhd|rhd))?-([A-Z0-9x]{16})/;
// A longer word after `meta-` is not a disId.
const META_OF_ONE_SET = /^meta-([A-Z0-9x]{16})(?![A-Za-z0-9])/;
/** The longest name that file systems take. */
const MAX_NAME_LENGTH = 255;
// Control characters, invisible ones such as those that reverse the text, and the quote that headers and logs put around names.
const NOT_IN_A_FILE_NAME = /[/\\"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** One path segment of printable characters. */
const isFileName = (text: string): boolean => text.length <= MAX_NAME_LENGTH && !NOT_IN_A_FILE_NAME.test(text);

/** The message about a file name that fits no kind of delivery. */
export function nameMismatch(fileName: string): string {
  return `File name ${fileName} do not match the expected format!`;
}

/**
 * What a pack is, by its file name: `meta*.zip`, `image-ext|int[-lhd|-rhd]-<disId>*.zip`, `static*.zip`, `oneLayer*.zip`.
 * `disId` of a meta pack is there when a disId stands right after `meta-`: such a pack may hold its files at the top level.
 */
export function parsePackName(fileName: string): PackName | NameError {
  if (!fileName.endsWith('.zip') || !isFileName(fileName)) return { error: nameMismatch(fileName) };
  const image = IMAGE.exec(fileName);
  if (image) {
    const [, viewport, driver, disId = ''] = image;
    return {
      kind: 'image',
      viewport: viewport === 'ext' ? 'exterior' : 'interior',
      ...(driver !== undefined && { driver: driver === 'lhd' ? 'LHD' : 'RHD' }),
      disId,
    };
  }
  if (fileName.startsWith('meta')) {
    const disId = META_OF_ONE_SET.exec(fileName)?.[1];
    return { kind: 'meta', ...(disId !== undefined && { disId }) };
  }
  if (fileName.startsWith('static')) return { kind: 'static' };
  if (fileName.startsWith('oneLayer')) return { kind: 'oneLayer' };
  return { error: nameMismatch(fileName) };
}

/** The kind of a global configuration file by its name: `<kind>*.xml`. */
export function parseGlobalConfigName(fileName: string): { readonly kind: GlobalConfigKind } | NameError {
  if (fileName.endsWith('.xml') && isFileName(fileName)) {
    const kind = GLOBAL_CONFIG_KINDS.find((candidate) => fileName.startsWith(candidate));
    if (kind) return { kind };
  }
  return { error: nameMismatch(fileName) };
}
