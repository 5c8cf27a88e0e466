/**
 * Static pictures: an index of them, and the two ways to search it (docs/formats.md).
 *
 *   StaticValues, StaticQuery, StaticImage
 *   parseWildcard              a text with `x` for any character -> what to search for
 *   buildStaticIndex, openStaticIndex   pictures -> StaticIndex, at once or one by one
 *   searchStatic, findStatic            explicit or implicit, over the indexes of several packs
 *   staticCriteria        which values have folders
 *   queryOfWildcard       an LCDV with `x` for anything -> StaticQuery
 */
import { OPTION_TYPES, type OptionType } from './optionTypes.ts';
import { DEFAULT_FOLDER, STATIC_LEVELS, type StaticLevel } from './staticFolders.ts';

/** Literal values. */
export type StaticValues = { readonly [L in StaticLevel]?: string };
/** `x` stands for any one character. A type of its own, because a literal value may contain an x. */
interface Pattern {
  readonly pattern: string;
}
/** What to search for at each level; absent: every value. */
export type StaticQuery = { readonly [L in StaticLevel]?: string | Pattern };

/** @returns a pattern if the text has an `x`; undefined if it has nothing else */
export function parseWildcard(text: string): string | Pattern | undefined {
  if (/^x*$/.test(text)) return undefined;
  return text.includes('x') ? { pattern: text } : text;
}

export interface StaticImage {
  /** `<type>/<folders>/<file>` */
  readonly path: string;
}

interface Folder<T> {
  readonly folders: Map<string, Folder<T>>;
  /** by name without the ending */
  readonly images: Map<string, readonly T[]>;
}

export type StaticIndex<T extends StaticImage> = Readonly<Record<OptionType, Folder<T>>>;

const emptyFolder = <T>(): Folder<T> => ({ folders: new Map(), images: new Map() });

/** What a picture shows: its file name without the ending. */
export function imageNameOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot < 0 ? file : file.slice(0, dot);
}

/** An index to which pictures are added one at a time, for very large packs. */
export function openStaticIndex<T extends StaticImage>(): { index: StaticIndex<T>; add(image: T): void } {
  const index = Object.fromEntries(OPTION_TYPES.map((type) => [type, emptyFolder<T>()])) as Record<
    OptionType,
    Folder<T>
  >;
  const folderAt = (directory: string): Folder<T> | undefined => {
    const [type = '', ...folders] = directory.split('/');
    let at: Folder<T> | undefined = index[type as OptionType];
    if (!at || folders.length !== STATIC_LEVELS[type as OptionType].length) return undefined;
    for (const name of folders) {
      const below: Folder<T> = at.folders.get(name) ?? emptyFolder<T>();
      at.folders.set(name, below);
      at = below;
    }
    return at;
  };
  // Most pictures share a directory with others, so look each directory up once.
  const known = new Map<string, Folder<T> | undefined>();
  return {
    index,
    add(image) {
      const directory = image.path.slice(0, Math.max(0, image.path.lastIndexOf('/')));
      if (!known.has(directory)) known.set(directory, folderAt(directory));
      const folder = known.get(directory);
      if (folder) putInto(folder.images, imageNameOf(image.path), [image]);
    },
  };
}

/**
 * Of pictures with the same path the last counts. Paths that fit no type are left out; delivery refuses them.
 * @internal The server adds pictures one by one; tests and benchmarks have them at once.
 */
export function buildStaticIndex<T extends StaticImage>(images: Iterable<T>): StaticIndex<T> {
  const { index, add } = openStaticIndex<T>();
  for (const image of images) add(image);
  return index;
}

/** A new picture replaces one with the same path. */
function putInto<T extends StaticImage>(images: Map<string, readonly T[]>, name: string, added: readonly T[]): void {
  const before = images.get(name);
  const remaining = before?.filter(({ path }) => !added.some((one) => one.path === path));
  images.set(name, remaining?.length ? [...remaining, ...added] : added);
}

const fits = ({ pattern }: Pattern, folder: string): boolean =>
  folder.length === pattern.length && [...pattern].every((c, i) => c === 'x' || c === folder[i]);

/** The images of one folder in several packs: where two hold the same path, the later pack's. */
function imagesOf<T extends StaticImage>(folders: readonly Folder<T>[]): Map<string, readonly T[]> {
  const [first, ...others] = folders;
  if (first && others.length === 0) return first.images;
  const all = new Map<string, readonly T[]>(first?.images);
  for (const { images } of others) for (const [name, added] of images) putInto(all, name, added);
  return all;
}

const below = <T>(folders: readonly Folder<T>[], name: string): Folder<T>[] =>
  folders.flatMap((folder) => folder.folders.get(name) ?? []);

const namesBelow = <T>(folders: readonly Folder<T>[]): Set<string> =>
  new Set(folders.flatMap((folder) => [...folder.folders.keys()]));

/** What a picture is of: the folders of levels where every value was asked for, and its name. */
type Found<T> = readonly [key: string, image: T];

const byteOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Of folders as they stand in paths. */
const folderOrder = (a: string, b: string): number => byteOrder(`${a}/`, `${b}/`);

/**
 * In the order of their paths, one by one. At a level with one value that value's folder comes first, and (implicit)
 * `default` supplies what it lacks.
 * @param folders one folder as the packs hold it, the pack that counts most last
 */
function* find<T extends StaticImage>(
  folders: readonly Folder<T>[],
  wanted: readonly (string | Pattern | undefined)[],
  explicit: boolean,
): Generator<Found<T>> {
  const [value, ...rest] = wanted;
  if (wanted.length === 0) {
    const images = [...imagesOf(folders)].flatMap(([name, same]) => same.map((image): Found<T> => [name, image]));
    yield* images.sort(([, a], [, b]) => byteOrder(a.path, b.path));
    return;
  }
  if (typeof value !== 'string') {
    for (const name of [...namesBelow(folders)].sort(folderOrder)) {
      if (value !== undefined && !fits(value, name) && (explicit || name !== DEFAULT_FOLDER)) continue;
      for (const [key, image] of find(below(folders, name), rest, explicit)) yield [`${name}/${key}`, image];
    }
    return;
  }
  const named = below(folders, value);
  const others = explicit || value === DEFAULT_FOLDER ? [] : below(folders, DEFAULT_FOLDER);
  if (others.length === 0 || named.length === 0) {
    yield* find(named.length === 0 ? others : named, rest, explicit);
    return;
  }
  const own = [...find(named, rest, explicit)];
  const has = new Set(own.map(([key]) => key));
  if (folderOrder(value, DEFAULT_FOLDER) < 0) yield* own;
  for (const found of find(others, rest, explicit)) if (!has.has(found[0])) yield found;
  if (folderOrder(value, DEFAULT_FOLDER) > 0) yield* own;
}

/**
 * Explicit: only the folders that the query names. Implicit: at each level the named folder if it has the image,
 * else `default`. A level that the query leaves open means every value.
 * @param packs an index per pack: where two hold the same path, the later one's picture counts
 * @returns in the order of their paths, byte by byte; one by one, for there may be very many
 */
export function* findStatic<T extends StaticImage>(
  packs: readonly StaticIndex<T>[],
  type: OptionType,
  query: StaticQuery,
  explicit: boolean,
): Generator<T> {
  const wanted = STATIC_LEVELS[type].map((level) => query[level]);
  const roots = packs.map((index) => index[type]);
  for (const [, image] of find(roots, wanted, explicit)) yield image;
}

/**
 * All at once.
 * @internal The server answers while it searches; tests and benchmarks want the whole result.
 */
export const searchStatic = <T extends StaticImage>(...args: Parameters<typeof findStatic<T>>): T[] => [
  ...findStatic<T>(...args),
];

/** Every combination of folders that has pictures; `default` says nothing of a value and is left out. */
export function staticCriteria<T extends StaticImage>(
  packs: readonly StaticIndex<T>[],
  type: OptionType,
): StaticValues[] {
  const levels = STATIC_LEVELS[type];
  const walk = (folders: readonly Folder<T>[], depth: number): StaticValues[] => {
    const level = levels[depth];
    if (level === undefined) return [{}];
    return [...namesBelow(folders)].flatMap((name) =>
      walk(below(folders, name), depth + 1).map((rest) =>
        name === DEFAULT_FOLDER ? rest : { [level]: name, ...rest },
      ),
    );
  };
  const roots = packs.map((index) => index[type]);
  const all = walk(roots, 0).filter((criterion) => Object.keys(criterion).length > 0);
  return [...new Map(all.map((criterion) => [JSON.stringify(criterion), criterion])).values()];
}

/** LCDV positions 1-4 model, 5-6 body style, 7-8 major and minor indicator; all `x` leaves a level open. */
export function queryOfWildcard(wildcard: string): StaticQuery {
  const part = (level: StaticLevel, from: number, to: number): StaticQuery => {
    const wanted = parseWildcard(wildcard.slice(from, to));
    return wanted === undefined ? {} : { [level]: wanted };
  };
  return { ...part('model', 0, 4), ...part('bodyStyle', 4, 6), ...part('majorMinor', 6, 8) };
}
