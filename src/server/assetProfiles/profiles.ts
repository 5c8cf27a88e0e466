/**
 * The asset profiles in force in embargo as files: the set's own, else the global configuration that serves it.
 *
 *   ProfileFile
 *   listProfiles
 */
import type { AssetProfileRow } from '../../engine/globalConfigs.ts';
import { effectiveProfile } from '../../engine/views.ts';
import type { PackBytes } from '../access/sight.ts';
import { listRefs, type Ref } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { decodeXml } from '../platform/xml/decode.ts';
import type { Database } from '../schema.ts';

export interface ProfileStores {
  database: Database;
  globalConfigs: OpenGlobalConfigs;
  snapshots: Snapshots;
  blobs: Blobs;
}
export interface ProfileFile {
  disId: string;
  pathName: string;
  content: string;
  /** that it came with; absent for a global configuration */
  pack?: PackBytes;
}

const FILE = 'asset-profile.xml';
/** files read at once */
const AT_ONCE = 8;

async function ownFile({ snapshots, blobs }: ProfileStores, ref: Ref): Promise<ProfileFile | undefined> {
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

/** Rows of all files in name order, each remembering its file. */
async function globalRows({
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

/** Of every set that has one, by id. */
export async function listProfiles(stores: ProfileStores): Promise<ProfileFile[]> {
  const refs = await listRefs(stores.database, 'embargo', 'dis');
  const rows = await globalRows(stores);
  const found: (ProfileFile | undefined)[] = [];
  let next = 0;
  const runner = async () => {
    for (let i = next++; i < refs.length; i = next++) {
      const ref = refs[i] as Ref;
      const profile = effectiveProfile(ref.key, undefined, rows);
      const global = rows.find((row) => row.profile === profile);
      found[i] =
        (await ownFile(stores, ref)) ??
        (global && {
          disId: ref.key,
          pathName: `/embargo/global-configs/${global.fileName}`,
          content: global.content,
        });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return found.filter((file) => file !== undefined);
}
