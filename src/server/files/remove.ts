/**
 * Deletes files and folders of the tree. Deleting a file of a set or static pack makes a new snapshot without it; the
 * history has the previous one, so the area can be rolled back.
 *
 *   removePath      @throws ApiError 400 for what cannot be deleted, 404 for what does not exist, 409 for a pack in use
 */
import { AREA_NAMES } from '../../contract/index.ts';
import { parseTreePath, type TreePath } from '../../engine/treePaths.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { areasUsing } from '../catalogue/packUse.ts';
import { findRef, moveRef } from '../catalogue/refs.ts';
import { retryMoves } from '../catalogue/retryMoves.ts';
import type { SnapshotPart } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import { packKey } from '../delivery/upload.ts';
import { changeConfig } from '../globalConfigs/configHistory.ts';
import { write } from '../journal/journal.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import { lockKey } from '../platform/jobs/jobs.ts';
import { shownIn } from '../promotion/eventData.ts';
import type { Database } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { folderOf } from './snapshotFiles.ts';
import type { TreeStores } from './tree.ts';
import { packUseText } from './treeNodes.ts';

type RemovalStores = TreeStores & { xmlFiles: XmlFiles };
type PathTo<K extends TreePath['is']> = Extract<TreePath, { is: K }>;

/** @returns the manifest without the removed files; undefined if no file is left */
async function withoutFiles(
  { blobs, xmlFiles }: RemovalStores,
  manifest: Manifest,
  isRemoved: (path: string) => boolean,
): Promise<Manifest | undefined> {
  const folder = folderOf(manifest);
  const entries = manifest.entries.filter(({ path }) => !isRemoved(`${folder}${path}`));
  if (entries.length === manifest.entries.length) return manifest;
  if (entries.length === 0) return undefined;
  if (manifest.kind !== 'meta') return { ...manifest, entries };
  const metas = await Promise.all(
    entries.map(async (entry) => {
      const bytes = await readStoredFile(blobs, { ...entry, pack: manifest.pack, packSha256: manifest.packSha256 });
      return (await xmlFiles.readMeta(entry.path, bytes, manifest.disId ?? '')).meta;
    }),
  );
  return { ...manifest, entries, meta: mergeMeta(metas) };
}

/** @returns false if the area does not have the content */
async function removeContent(
  stores: RemovalStores,
  { area, kind, key, below }: PathTo<'content'>,
  shownPath: string,
  who: string,
): Promise<boolean> {
  const { database, snapshots } = stores;
  const removed = below.join('/');
  const isRemoved = (path: string) => removed === '' || path === removed || path.startsWith(`${removed}/`);
  return retryMoves(async () => {
    const ref = await findRef(database.read, area, kind, key);
    if (!ref) return false;
    const from = ref.snapshotId;
    const { parts: before } = await snapshots.contentOf(from);
    const after: SnapshotPart[] = [];
    let changed = false;
    for (const part of before) {
      const manifest = await snapshots.manifestOf(part);
      const rest = await withoutFiles(stores, manifest, isRemoved);
      changed ||= rest !== manifest;
      if (rest) after.push(rest === manifest ? part : await snapshots.putManifest(rest));
    }
    if (!changed) return false;
    const content = after.length === 0 ? null : { kind, parts: after };
    const mapping = await mappingLines(snapshots, { area, kind, key, from, to: content });
    await database.transaction(async (trx) => {
      const to = content === null ? null : await snapshots.putSnapshot(trx, content);
      await moveRef(trx, { area, kind, key, from, to, who, reason: to === null ? 'delete' : 'edit', note: shownPath });
      const line = contentLine({ kind, key }, `${shownPath} deleted in the file browser.`);
      await write(trx, { status: 'WARN', context: 'files', ...line, who });
      await writeMappingLines(trx, mapping, who);
      if (to === null && kind === 'dis') {
        const data = { area, disId: key, who };
        await publish(trx, { type: 'set.deleted', about: key, data, owner: who, ...shownIn(area) });
      }
    });
    return true;
  });
}

/** @returns false if the area does not have the file */
async function removeConfig(database: Database, { area, fileName }: PathTo<'config'>, who: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    if (!(await changeConfig(trx, { area, fileName, action: 'delete', content: null, who }))) return false;
    const message = `${fileName} of ${AREA_NAMES[area]} deleted in the file browser: it is no longer active.`;
    await write(trx, { status: 'WARN', context: 'files', message, who });
    return true;
  });
}

/** @returns false if there is no such pack */
async function removePack(database: Database, { fileName, beside }: PathTo<'pack'>, who: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    // Block uploads of this name and new runs of its job between the check and the deletion.
    await lockKey(trx, packKey(fileName));
    const rows = await trx.selectFrom('packs').select(['id', 'state']).where('fileName', '=', fileName).execute();
    const states = new Set(rows.map(({ state }) => state));
    const refusedOnly = beside || !states.has('live');
    if (refusedOnly && (states.has('received') || states.has('reading'))) {
      throw conflict('pack-in-use', `${fileName} is in use: it is being read.`);
    }
    const areas = refusedOnly ? [] : ((await areasUsing(trx, [fileName])).get(fileName) ?? []);
    if (areas.length > 0) throw conflict('pack-in-use', `${fileName} is in use: ${packUseText(areas)}`);
    const removedStates = refusedOnly ? ['refused'] : ['live', 'replaced'];
    // Delete by id, so that an upload of the name that goes live meanwhile stays.
    const ids = rows.filter(({ state }) => removedStates.includes(state)).map(({ id }) => id);
    for (const id of ids) await trx.deleteFrom('packs').where('id', '=', id).execute();
    if (ids.length === 0) return false;
    const what = refusedOnly ? 'Refused upload of' : 'Pack';
    await write(trx, { status: 'WARN', context: 'files', message: `${what} ${fileName} deleted.`, who });
    return true;
  });
}

export async function removePath(stores: RemovalStores, names: readonly string[], who: string): Promise<boolean> {
  const shownPath = `/${names.join('/')}`;
  const path = parseTreePath(names);
  const remove = (): Promise<boolean> | boolean => {
    switch (path?.is) {
      case 'fixed':
        throw badRequest('not-deletable', `${shownPath} is part of the tree itself and cannot be deleted.`);
      case 'pack':
        return removePack(stores.database, path, who);
      case 'config':
        return removeConfig(stores.database, path, who);
      case 'content':
        return removeContent(stores, path, shownPath, who);
      case undefined:
        return false;
    }
  };
  if (!(await remove())) throw notFound('unknown-path', `There is no file or folder ${shownPath}.`);
  return true;
}
