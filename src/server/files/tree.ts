/**
 * The tree of the file browser: `/packs/<name>` as uploaded, and in each area `dis/<disId>/…`, `static/<pack>/…` and
 * `global-configs/…`. It is made of what the store knows; no path of it is a path on a disk.
 *
 *   FileNode, Listing
 *   pathOf           a path's parts; @throws ApiError 400
 *   openTree         list and file
 *   entriesOf        the files of a snapshot by their place in the tree
 *   packUseText      why a pack in use cannot be deleted
 */

import { Readable } from 'node:stream';
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { CONFIGS, KINDS, notLiveName, PACKS, parseTreePath } from '../../engine/treePaths.ts';
import type { Manifest, ManifestEntry } from '../catalogue/manifest.ts';
import { areasUsing } from '../catalogue/packUse.ts';
import { findRef, listRefs, type Ref } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import { currentUploads, type UploadRow } from '../delivery/packs.ts';
import { type ServedStores, servedPart, servedPieces } from '../pictures/served.ts';
import { blocksOfBlob } from '../platform/blobs/stream.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';

export interface FileNode {
  readonly name: string;
  /** bytes */
  readonly size: number;
  /** epoch milliseconds */
  readonly modifiedAt: number;
  /** why it cannot be deleted */
  readonly undeletableReason?: string;
  read(): Promise<Buffer | Readable>;
}
export interface FolderNode {
  readonly name: string;
  readonly modifiedAt?: number;
  /** why it cannot be deleted */
  readonly undeletableReason?: string;
}
export interface Listing {
  readonly folders: readonly FolderNode[];
  readonly files: readonly FileNode[];
}

const FIXED = 'A part of the tree itself.';

/** Why a pack cannot be deleted: the areas that show what it delivered. */
export function packUseText(areas: readonly Area[]): string {
  const names = areas.map((area) => AREA_NAMES[area]);
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' and ');
  return `${listed} ${names.length === 1 ? 'shows' : 'show'} what it delivered. Delete that, in the folder of its set.`;
}

function undeletable({ state }: UploadRow, areas: readonly Area[]): { undeletableReason?: string } {
  if (state === 'received' || state === 'reading') return { undeletableReason: 'It is being read.' };
  return state === 'live' && areas.length > 0 ? { undeletableReason: packUseText(areas) } : {};
}

/** @returns the names on the way; none for the root */
export function pathOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (parts.some((part) => part === '.' || part === '..' || /[\\\u0000-\u001f]/.test(part))) {
    throw badRequest('bad-path', 'A path has names between slashes; . and .. and control characters are none.');
  }
  return parts;
}

/** Where the files of a manifest stand below their set: meta files at the top, pictures by viewport and driver type. */
export function folderOf({ kind, viewport, driver }: Manifest): string {
  if (kind !== 'image') return '';
  const view = viewport === 'interior' ? 'int' : 'ext';
  return `${view}${driver === undefined ? '' : `-${driver.toLowerCase()}`}/`;
}

type Entry = Pick<ManifestEntry, 'path' | 'sha256' | 'size' | 'at'> & {
  readonly pack: string;
  readonly packSha256: string;
  readonly isPicture: boolean;
};

/** Of two parts with one path the later one counts. */
export async function entriesOf(snapshots: Snapshots, snapshotId: string): Promise<Map<string, Entry>> {
  const all = new Map<string, Entry>();
  for (const part of (await snapshots.contentOf(snapshotId)).parts) {
    const manifest = await snapshots.manifestOf(part);
    const { pack, packSha256 } = manifest;
    const folder = folderOf(manifest);
    for (const { path, sha256, size, at, picture } of manifest.entries) {
      all.set(`${folder}${path}`, { path, sha256, size, at, pack, packSha256, isPicture: picture !== undefined });
    }
  }
  return all;
}

export interface TreeStores extends ServedStores {
  database: Database;
  snapshots: Snapshots;
}

export function openTree({ database, snapshots, ...stores }: TreeStores) {
  const folders = (names: readonly string[]): Listing => ({
    folders: names.map((name) => ({ name, undeletableReason: FIXED })),
    files: [],
  });

  const packNode = (row: UploadRow, name: string, areas: readonly Area[]): FileNode => ({
    name,
    size: Number(row.size),
    modifiedAt: Number(row.uploadedAt),
    ...undeletable(row, areas),
    read: async () => Readable.from(blocksOfBlob(stores.blobs, row.sha256)),
  });

  /** Of a name the live upload has the name itself; a newer one stands beside it. */
  async function packNodes(rows: readonly UploadRow[]): Promise<FileNode[]> {
    const live = rows.filter(({ state }) => state === 'live').map(({ fileName }) => fileName);
    const used = await areasUsing(database.read, live);
    const isLive = new Set(live);
    return rows.map((row) => {
      const { fileName, state } = row;
      const beside = state !== 'live' && isLive.has(fileName);
      const name = beside ? notLiveName(fileName, state === 'refused' ? 'refused' : 'being read') : fileName;
      return packNode(row, name, used.get(fileName) ?? []);
    });
  }

  async function packs(): Promise<Listing> {
    const files: FileNode[] = [];
    for await (const rows of currentUploads(database)) files.push(...(await packNodes(rows)));
    return { folders: [], files };
  }

  /** One pack, without listing the others. */
  async function packFile(name: string): Promise<FileNode | undefined> {
    const place = parseTreePath([PACKS, name]);
    if (place?.is !== 'pack') return undefined;
    for await (const rows of currentUploads(database, { fileName: place.fileName })) {
      const found = (await packNodes(rows)).find((file) => file.name === name);
      if (found) return found;
    }
    return undefined;
  }

  async function configs(area: Area): Promise<Listing> {
    const rows = await database.read.selectFrom('globalConfigs').selectAll().where('area', '=', area).execute();
    return {
      folders: [],
      files: rows.map((row) => {
        const bytes = Buffer.from(row.content, 'utf8');
        return { name: row.fileName, size: bytes.length, modifiedAt: Number(row.uploadedAt), read: async () => bytes };
      }),
    };
  }

  /** Pictures as they are served everywhere: without their metadata. */
  const contentOf = async (entry: Entry): Promise<Buffer> =>
    entry.isPicture
      ? servedPart(stores, entry, await servedPieces(stores, entry))
      : readStoredFile(stores.blobs, entry);

  async function inside(ref: Ref, below: readonly string[]): Promise<Listing | undefined> {
    const prefix = below.map((part) => `${part}/`).join('');
    const names = new Set<string>();
    const files: FileNode[] = [];
    for (const [path, entry] of await entriesOf(snapshots, ref.snapshotId)) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...deeper] = path.slice(prefix.length).split('/');
      if (deeper.length > 0) names.add(name);
      else {
        const { size } = entry;
        files.push({ name, size, modifiedAt: ref.modifiedAt, read: () => contentOf(entry) });
      }
    }
    if (names.size + files.length === 0 && below.length > 0) return undefined;
    return { folders: [...names].map((name) => ({ name, modifiedAt: ref.modifiedAt })), files };
  }

  async function inArea(area: Area, [place, key, ...below]: readonly string[]): Promise<Listing | undefined> {
    if (place === undefined) return folders([...KINDS, CONFIGS]);
    if (place === CONFIGS) return key === undefined ? configs(area) : undefined;
    const kind = KINDS.find((one) => one === place);
    if (!kind) return undefined;
    if (key === undefined) {
      const refs = await listRefs(database, area, kind);
      return { folders: refs.map((ref) => ({ name: ref.key, modifiedAt: ref.modifiedAt })), files: [] };
    }
    const ref = await findRef(database.read, area, kind, key);
    return ref && inside(ref, below);
  }

  /** undefined: there is no such folder */
  async function list(parts: readonly string[]): Promise<Listing | undefined> {
    const [top, ...rest] = parts;
    if (top === undefined) return folders([PACKS, ...AREAS]);
    if (top === PACKS) return rest.length === 0 ? packs() : undefined;
    const area = AREAS.find((one) => one === top);
    return area && inArea(area, rest);
  }

  return {
    list,
    /** undefined: there is no such file */
    async file(parts: readonly string[]): Promise<FileNode | undefined> {
      const [top, name] = parts;
      if (top === PACKS && name !== undefined && parts.length === 2) return packFile(name);
      const listing = await list(parts.slice(0, -1));
      return listing?.files.find((file) => file.name === parts.at(-1));
    },
  };
}
