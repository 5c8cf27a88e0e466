/**
 * Finds where an entry of a pack belongs by its path: the folder rules of every kind of pack.
 *
 *   Placement, PlacedFile
 *   place           the placement of a path, or the reason why there is none
 *   placeEntries    of all entries of a pack
 *   targetOf        the same for placements that belong to one manifest
 */
import type { Problem } from '../../contract/index.ts';
import { isDisId } from '../../engine/lcdv.ts';
import type { Driver, Viewport } from '../../engine/meta.ts';
import { OPTION_TYPES } from '../../engine/optionTypes.ts';
import type { PackName } from '../../engine/packNames.ts';
import { DEFAULT_FOLDER, FOLDER_RULES, lengthText, STATIC_LEVELS } from '../../engine/staticFolders.ts';
import { viewportOf } from '../../engine/views.ts';
import type { ZipEntry } from '../platform/zip/zip.ts';
import { META_FORMATS } from '../xmlFiles/formats.ts';

export interface Placement {
  readonly kind: 'meta' | 'image' | 'static';
  /** '' for static packs */
  readonly disId: string;
  readonly viewport?: Viewport;
  readonly driver?: Driver;
  /** in the set: `versions.xml`, `001/body.png`; of a static pack: the whole path */
  readonly path: string;
  /** the entry's path, for messages */
  readonly shown: string;
}
/** An entry of a pack with its placement. */
export interface PlacedFile {
  readonly zipEntry: ZipEntry;
  readonly placement: Placement;
}
type Refusal = { readonly reason: string };

const STATIC_PICTURE = /\.(png|jpe?g|webp)$/;
const META_NAMES = [...META_FORMATS.keys()].join(', ');

const meta = (disId: string, file: string, shown: string): Placement | Refusal =>
  META_FORMATS.has(file)
    ? { kind: 'meta', disId, path: file, shown }
    : { reason: `${file} is not a meta file; these are: ${META_NAMES}` };

const notADisId = (text: string): Refusal => ({
  reason: `the folder ${text} is not a set id: 16 characters A-Z, 0-9, or x for any`,
});

function inMetaPack(path: string, ownDisId: string | undefined): Placement | Refusal {
  const folders = path.split('/');
  const file = folders.at(-1) ?? '';
  if (folders.length === 1) {
    if (ownDisId !== undefined) return meta(ownDisId, file, path);
    return { reason: 'meta files stand in a folder named after their set, or the pack is named meta-<set id>….zip' };
  }
  const [disId = ''] = folders;
  if (!isDisId(disId)) return notADisId(disId);
  if (folders.length > 2) return { reason: 'a meta pack has one folder a set and no folders below it' };
  return meta(disId, file, path);
}

function picture(folders: readonly string[]): string | undefined {
  const file = folders.at(-1) ?? '';
  if (!file.endsWith('.png')) return `${file} is not a .png file; image packs hold PNG pictures only`;
  if (file === '.png') return 'the picture has no layer name';
  if (folders.length < 2 || folders.length > 3)
    return 'pictures stand at <angle>/<layer>.png or <resolution>/<angle>/<layer>.png';
  return undefined;
}

function inOneLayerPack(path: string): Placement | Refusal {
  const [disId = '', second, ...rest] = path.split('/');
  if (second === undefined) return { reason: 'the file stands in no folder; each set has a folder named after it' };
  if (!isDisId(disId)) return notADisId(disId);
  if (rest.length === 0) return meta(disId, second, path);
  if (second !== 'ext' && second !== 'int') return { reason: `the folder ${second} is neither ext nor int` };
  const reason = picture(rest);
  if (reason !== undefined) return { reason };
  return {
    kind: 'image',
    disId,
    viewport: viewportOf(second),
    path: rest.join('/'),
    shown: path,
  };
}

function inStaticPack(path: string): Placement | Refusal {
  const [type = '', ...below] = path.split('/');
  const file = below.at(-1) ?? '';
  if (below.length === 0)
    return { reason: `the file stands in no folder; there is one for each type: ${OPTION_TYPES.join(', ')}` };
  const known = OPTION_TYPES.find((one) => one === type);
  if (!known) return { reason: `the folder ${type} is not a type; types are ${OPTION_TYPES.join(', ')}` };
  const levels = STATIC_LEVELS[known];
  const rules = levels.map((level) => FOLDER_RULES[level]);
  if (below.length !== rules.length + 1) {
    const wanted = [type, ...rules.map(({ name }) => `<${name}>`), '<image>'].join('/');
    return { reason: `pictures of this type stand at ${wanted}` };
  }
  for (const [i, level] of levels.entries()) {
    const { name, pattern, signs } = FOLDER_RULES[level];
    const folder = below[i] ?? '';
    if (folder === DEFAULT_FOLDER || pattern.test(folder)) continue;
    return { reason: `${folder} is not a ${name}: ${lengthText(level)}; ${signs.toLowerCase()}; or ${DEFAULT_FOLDER}` };
  }
  if (!STATIC_PICTURE.test(file)) return { reason: `${file} is not a .png, .jpg or .webp picture` };
  return { kind: 'static', disId: '', path, shown: path };
}

export function place(name: PackName, path: string): Placement | Refusal {
  switch (name.kind) {
    case 'meta':
      return inMetaPack(path, name.disId);
    case 'oneLayer':
      return inOneLayerPack(path);
    case 'static':
      return inStaticPack(path);
    case 'image': {
      const reason = picture(path.split('/'));
      if (reason !== undefined) return { reason };
      const { disId, viewport, driver } = name;
      return { kind: 'image', disId, viewport, ...(driver && { driver }), path, shown: path };
    }
  }
}

/** Kind, set, viewport and driver type as one text. */
export const targetOf = ({ kind, disId, viewport, driver }: Placement): string =>
  [kind, disId, viewport ?? '', driver ?? ''].join(' ');

export function placeEntries(
  name: PackName,
  entries: readonly ZipEntry[],
): { readonly files: readonly PlacedFile[]; readonly problems: readonly Problem[] } {
  const files: PlacedFile[] = [];
  const problems: Problem[] = [];
  const taken = new Map<string, string>();
  for (const zipEntry of entries) {
    const placement = place(name, zipEntry.path);
    if ('reason' in placement) {
      problems.push({ entry: zipEntry.path, reason: placement.reason });
      continue;
    }
    files.push({ zipEntry, placement });
    const key = `${targetOf(placement)} ${placement.path}`;
    const twin = taken.get(key);
    if (twin !== undefined) problems.push({ entry: zipEntry.path, reason: `this and ${twin} are one file of the set` });
    taken.set(key, zipEntry.path);
  }
  return { files, problems };
}
