/**
 * The tree of the file browser: `/packs/<name>` as uploaded, and in each area `dis/<disId>/…`, `static/<pack>/…` and
 * `global-configs/…`. It is computed from the database; its paths are not paths on a disk.
 *
 *   TreeStores
 *   splitPath      the names in a path; @throws ApiError 400
 *   openTree       lists folders and finds files
 */

import { AREAS, type Area } from '../../contract/index.ts';
import { CONFIGS, KINDS, PACKS } from '../../engine/treePaths.ts';
import { findRef, listRefs, type Ref } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import { findStrippedPieces, readStripped, type StrippedStores } from '../pictures/strippedPictures.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { readSnapshotFiles, type SnapshotFile } from './snapshotFiles.ts';
import { type FileNode, findPackNode, type Listing, listPackNodes } from './treeNodes.ts';

/** Why the fixed folders of the tree cannot be deleted. */
const FIXED = 'A part of the tree itself.';

/** @returns no names for the root */
export function splitPath(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (parts.some((part) => part === '.' || part === '..' || /[\\\u0000-\u001f]/.test(part))) {
    throw badRequest(
      'bad-path',
      'A path is names between slashes. The names . and .., backslashes and control characters are not allowed.',
    );
  }
  return parts;
}

export interface TreeStores extends StrippedStores {
  database: Database;
  snapshots: Snapshots;
}

export function openTree(stores: TreeStores) {
  const { database, snapshots } = stores;
  const fixedFolders = (names: readonly string[]): Listing => ({
    folders: names.map((name) => ({ name, undeletableReason: FIXED })),
    files: [],
  });

  async function listConfigs(area: Area): Promise<Listing> {
    const rows = await database.read.selectFrom('globalConfigs').selectAll().where('area', '=', area).execute();
    return {
      folders: [],
      files: rows.map((row) => {
        const bytes = Buffer.from(row.content, 'utf8');
        return { name: row.fileName, size: bytes.length, modifiedAt: Number(row.uploadedAt), read: async () => bytes };
      }),
    };
  }

  /** Pictures are served without their metadata, as in all other calls. */
  const readFile = async (entry: SnapshotFile): Promise<Buffer> =>
    entry.isPicture
      ? readStripped(stores, entry, await findStrippedPieces(stores, entry))
      : readStoredFile(stores.blobs, entry);

  async function listContent(ref: Ref, below: readonly string[]): Promise<Listing | undefined> {
    const prefix = below.map((part) => `${part}/`).join('');
    const folderNames = new Set<string>();
    const files: FileNode[] = [];
    for (const [path, entry] of await readSnapshotFiles(snapshots, ref.snapshotId)) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...deeper] = path.slice(prefix.length).split('/');
      if (deeper.length > 0) folderNames.add(name);
      else {
        const { size } = entry;
        files.push({ name, size, modifiedAt: ref.modifiedAt, read: () => readFile(entry) });
      }
    }
    if (folderNames.size + files.length === 0 && below.length > 0) return undefined;
    return { folders: [...folderNames].map((name) => ({ name, modifiedAt: ref.modifiedAt })), files };
  }

  async function listArea(area: Area, [folder, key, ...below]: readonly string[]): Promise<Listing | undefined> {
    if (folder === undefined) return fixedFolders([...KINDS, CONFIGS]);
    if (folder === CONFIGS) return key === undefined ? listConfigs(area) : undefined;
    const kind = KINDS.find((one) => one === folder);
    if (!kind) return undefined;
    if (key === undefined) {
      const refs = await listRefs(database, area, kind);
      return { folders: refs.map((ref) => ({ name: ref.key, modifiedAt: ref.modifiedAt })), files: [] };
    }
    const ref = await findRef(database.read, area, kind, key);
    return ref && listContent(ref, below);
  }

  /** @returns undefined if there is no such folder */
  async function list(parts: readonly string[]): Promise<Listing | undefined> {
    const [top, ...rest] = parts;
    if (top === undefined) return fixedFolders([PACKS, ...AREAS]);
    if (top === PACKS) return rest.length === 0 ? { folders: [], files: await listPackNodes(stores) } : undefined;
    const area = AREAS.find((one) => one === top);
    return area && listArea(area, rest);
  }

  return {
    list,
    /** @returns undefined if there is no such file */
    async find(parts: readonly string[]): Promise<FileNode | undefined> {
      const [top, name] = parts;
      if (top === PACKS && name !== undefined && parts.length === 2) return findPackNode(stores, name);
      const listing = await list(parts.slice(0, -1));
      return listing?.files.find((file) => file.name === parts.at(-1));
    },
  };
}
