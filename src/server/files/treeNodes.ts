/**
 * The nodes of the tree in the file browser, and the pack files in it.
 *
 *   FileNode, FolderNode, Listing
 *   packUseText        why a pack that areas use cannot be deleted
 *   listPackNodes      the files of `/packs`
 *   findPackNode       one of them
 */
import { Readable } from 'node:stream';
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { notLiveName, PACKS, parseTreePath } from '../../engine/treePaths.ts';
import { areasUsing } from '../catalogue/packUse.ts';
import { currentUploads, type UploadRow } from '../delivery/packs.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { blocksOfBlob } from '../platform/blobs/stream.ts';
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

interface PackStores {
  database: Database;
  blobs: Blobs;
}

export function packUseText(areas: readonly Area[]): string {
  const names = areas.map((area) => AREA_NAMES[area]);
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' and ');
  return `${listed} ${names.length === 1 ? 'shows' : 'show'} what it delivered. Delete that, in the folder of its set.`;
}

function undeletableReasonOf({ state }: UploadRow, areas: readonly Area[]): string | undefined {
  if (state === 'received' || state === 'reading') return 'It is being read.';
  return state === 'live' && areas.length > 0 ? packUseText(areas) : undefined;
}

function packNode(blobs: Blobs, row: UploadRow, name: string, areas: readonly Area[]): FileNode {
  const undeletableReason = undeletableReasonOf(row, areas);
  return {
    name,
    size: Number(row.size),
    modifiedAt: Number(row.uploadedAt),
    ...(undeletableReason !== undefined && { undeletableReason }),
    read: async () => Readable.from(blocksOfBlob(blobs, row.sha256)),
  };
}

/** The live upload of a name gets the name itself; a newer one is listed beside it. */
async function packNodes({ database, blobs }: PackStores, rows: readonly UploadRow[]): Promise<FileNode[]> {
  const live = rows.filter(({ state }) => state === 'live').map(({ fileName }) => fileName);
  const areasByName = await areasUsing(database.read, live);
  const liveNames = new Set(live);
  return rows.map((row) => {
    const { fileName, state } = row;
    const hasLiveNamesake = state !== 'live' && liveNames.has(fileName);
    const name = hasLiveNamesake ? notLiveName(fileName, state === 'refused' ? 'refused' : 'being read') : fileName;
    return packNode(blobs, row, name, areasByName.get(fileName) ?? []);
  });
}

export async function listPackNodes(stores: PackStores): Promise<FileNode[]> {
  const files: FileNode[] = [];
  for await (const rows of currentUploads(stores.database)) {
    for (const node of await packNodes(stores, rows)) files.push(node);
  }
  return files;
}

/** Reads only the uploads of that name. */
export async function findPackNode(stores: PackStores, name: string): Promise<FileNode | undefined> {
  const path = parseTreePath([PACKS, name]);
  if (path?.is !== 'pack') return undefined;
  for await (const rows of currentUploads(stores.database, { fileName: path.fileName })) {
    const found = (await packNodes(stores, rows)).find((file) => file.name === name);
    if (found) return found;
  }
  return undefined;
}
