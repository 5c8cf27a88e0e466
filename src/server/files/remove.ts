/**
 * Deleting in the file browser. In a set or static pack it is a new snapshot without the file; the history keeps the one
 * before, so it can be rolled back.
 *
 *   removePath      @throws ApiError 400 for what cannot be deleted, 404 for what is not there, 409 for a pack in use
 */

import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { parseTreePath, type TreePath } from '../../engine/treePaths.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { mergeMeta } from '../catalogue/imageSets.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { areasUsing } from '../catalogue/packUse.ts';
import { findRef, moveRef, type RefKind, untilUndisturbed } from '../catalogue/refs.ts';
import type { SnapshotPart } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import { packKey } from '../delivery/upload.ts';
import { changeConfig } from '../globalConfigs/configHistory.ts';
import { write } from '../journal/journal.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import { lockKey } from '../platform/jobs/jobs.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { folderOf, packUseText, type TreeStores } from './tree.ts';

export async function removePath(
  stores: TreeStores & { xmlFiles: XmlFiles },
  parts: readonly string[],
  who: string,
): Promise<boolean> {
  const { database, snapshots, blobs, xmlFiles } = stores;
  const shown = `/${parts.join('/')}`;

  /** The manifest without the files that go; undefined when none is left. */
  async function without(manifest: Manifest, goes: (path: string) => boolean): Promise<Manifest | undefined> {
    const folder = folderOf(manifest);
    const entries = manifest.entries.filter(({ path }) => !goes(`${folder}${path}`));
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

  async function fromContent(area: Area, kind: RefKind, key: string, below: string): Promise<boolean> {
    const goes = (path: string) => below === '' || path === below || path.startsWith(`${below}/`);
    return untilUndisturbed(async () => {
      const ref = await findRef(database.read, area, kind, key);
      if (!ref) return false;
      const from = ref.snapshotId;
      const { parts: before } = await snapshots.contentOf(from);
      const after: SnapshotPart[] = [];
      let changed = false;
      for (const part of before) {
        const manifest = await snapshots.manifestOf(part);
        const kept = await without(manifest, goes);
        changed ||= kept !== manifest;
        if (kept) after.push(kept === manifest ? part : await snapshots.putManifest(kept));
      }
      if (!changed) return false;
      const content = after.length === 0 ? null : { kind, parts: after };
      const mapping = await mappingLines(snapshots, { area, kind, key, from, to: content });
      await database.transaction(async (trx) => {
        const to = content === null ? null : await snapshots.putSnapshot(trx, content);
        await moveRef(trx, { area, kind, key, from, to, who, reason: to === null ? 'delete' : 'edit', note: shown });
        const what = contentLine({ kind, key }, `${shown} deleted in the file browser.`);
        await write(trx, { status: 'WARN', context: 'files', ...what, who });
        await writeMappingLines(trx, mapping, who);
      });
      return true;
    });
  }

  async function config(area: Area, fileName: string): Promise<boolean> {
    return database.transaction(async (trx) => {
      if (!(await changeConfig(trx, { area, fileName, action: 'delete', content: null, who }))) return false;
      const message = `${fileName} of ${AREA_NAMES[area]} deleted in the file browser: it is no longer in force.`;
      await write(trx, { status: 'WARN', context: 'files', message, who });
      return true;
    });
  }

  async function pack({ fileName, beside }: Extract<TreePath, { is: 'pack' }>): Promise<boolean> {
    return database.transaction(async (trx) => {
      // Nobody sends a pack of this name, or runs its job again, between the look and the deletion.
      await lockKey(trx, packKey(fileName));
      const rows = await trx.selectFrom('packs').select(['id', 'state']).where('fileName', '=', fileName).execute();
      const states = new Set(rows.map(({ state }) => state));
      const refusedAlone = beside || !states.has('live');
      if (refusedAlone && (states.has('received') || states.has('reading'))) {
        throw conflict('pack-in-use', `${fileName} is in use: it is being read.`);
      }
      const areas = refusedAlone ? [] : ((await areasUsing(trx, [fileName])).get(fileName) ?? []);
      if (areas.length > 0) throw conflict('pack-in-use', `${fileName} is in use: ${packUseText(areas)}`);
      const goes = refusedAlone ? ['refused'] : ['live', 'replaced'];
      // By id: an upload of the name that goes live meanwhile stays.
      const ids = rows.filter(({ state }) => goes.includes(state)).map(({ id }) => id);
      for (const id of ids) await trx.deleteFrom('packs').where('id', '=', id).execute();
      if (ids.length === 0) return false;
      const what = refusedAlone ? 'Refused upload of' : 'Pack';
      await write(trx, { status: 'WARN', context: 'files', message: `${what} ${fileName} deleted.`, who });
      return true;
    });
  }

  function remove(place: Exclude<TreePath, { is: 'fixed' }>): Promise<boolean> {
    switch (place.is) {
      case 'pack':
        return pack(place);
      case 'config':
        return config(place.area, place.fileName);
      case 'content':
        return fromContent(place.area, place.kind, place.key, place.below.join('/'));
    }
  }

  const place = parseTreePath(parts);
  if (place?.is === 'fixed') {
    throw badRequest('not-deletable', `${shown} is a part of the tree itself and cannot be deleted.`);
  }
  if (!place || !(await remove(place))) throw notFound('unknown-path', `There is no file or folder ${shown}.`);
  return true;
}
