/**
 * The asset profiles in force in Embargo as files: the set's own, otherwise the global configuration file that applies to it.
 *
 *   ProfileFile
 *   listProfiles
 */
import type { AssetProfileRow } from '../../engine/globalConfigs.ts';
import { effectiveProfile } from '../../engine/views.ts';
import type { UploadKey } from '../access/packVisibility.ts';
import { listRefs, type Ref } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { decodeXml } from '../platform/xml/decode.ts';
import type { Database } from '../schema.ts';

export interface ProfileStores {
  database: Database;
  globalConfigs: GlobalConfigStore;
  snapshots: Snapshots;
  blobs: Blobs;
}
export interface ProfileFile {
  disId: string;
  pathName: string;
  content: string;
  /** the pack that the file came with; absent for a global configuration */
  pack?: UploadKey;
}

const FILE = 'asset-profile.xml';
const CONCURRENT_READS = 8;

async function findOwnFile({ snapshots, blobs }: ProfileStores, ref: Ref): Promise<ProfileFile | undefined> {
  const { parts } = await snapshots.contentOf(ref.snapshotId);
  for (const part of parts.filter(({ kind }) => kind === 'meta').reverse()) {
    const { pack, packSha256, entries } = await snapshots.manifestOf(part);
    const entry = entries.find(({ path }) => path === FILE);
    if (!entry) continue;
    const content = decodeXml(await readStoredFile(blobs, { ...entry, pack, packSha256 }));
    const from = { fileName: pack, sha256: packSha256 };
    return { disId: ref.key, pathName: `/embargo/dis/${ref.key}/${FILE}`, content, pack: from };
  }
  return undefined;
}

/** The rows of all global asset profiles in the order of file names, each with its file. */
async function readGlobalRows({
  database,
  globalConfigs,
}: ProfileStores): Promise<(AssetProfileRow & { fileName: string; content: string })[]> {
  const files = await database.read
    .selectFrom('globalConfigs')
    .select(['fileName', 'kind', 'content', 'sha256'])
    .where('area', '=', 'embargo')
    .where('kind', '=', 'asset_profile')
    .execute();
  const rows = await Promise.all(
    files
      .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
      .map(async (file) => {
        const { assetProfiles = [] } = await globalConfigs.rowsOf(file);
        return assetProfiles.map((row) => ({ ...row, fileName: file.fileName, content: file.content }));
      }),
  );
  return rows.flat();
}

/** @returns a row for each set that has a profile, sorted by id */
export async function listProfiles(stores: ProfileStores): Promise<ProfileFile[]> {
  const refs = await listRefs(stores.database, 'embargo', 'dis');
  const rows = await readGlobalRows(stores);
  const found = new Map<string, ProfileFile>();
  const find = async (ref: Ref) => {
    const profile = effectiveProfile(ref.key, undefined, rows);
    const global = rows.find((row) => row.profile === profile);
    const file =
      (await findOwnFile(stores, ref)) ??
      (global && { disId: ref.key, pathName: `/embargo/global-configs/${global.fileName}`, content: global.content });
    if (file) found.set(ref.key, file);
  };
  await eachInTurns(refs, find, { concurrency: CONCURRENT_READS });
  return refs.flatMap(({ key }) => found.get(key) ?? []);
}
