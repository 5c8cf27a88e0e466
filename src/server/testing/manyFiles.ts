/**
 * For tests: a static pack of very many pictures in Embargo, without a zip of them.
 *
 *   putManyFiles
 */
import { join } from 'node:path';
import { findRef, moveRef } from '../catalogue/refs.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import type { TestApp } from './testApp.ts';
import { plain, zipOf } from './tinyPacks.ts';

/** `co2/C0.png` to `co2/C<count - 1>.png`, all of one content. @returns that content */
export async function putManyFiles(server: TestApp, key: string, count: number, given?: Buffer): Promise<Buffer> {
  const bytes = given ?? (await plain([200, 0, 0, 255]));
  await server.deliver(key, await zipOf({ 'co2/C0.png': bytes }));
  const { database } = server;
  const snapshots = openSnapshots(database, await openFolderBlobs(join(server.folder, 'blobs')));
  const ref = await findRef(database.read, 'embargo', 'static', key);
  const [part] = (await snapshots.contentOf(ref?.snapshotId ?? '')).parts;
  if (!part) throw new Error(`${key} did not go live`);
  const manifest = await snapshots.manifestOf(part);
  const entries = Array.from({ length: count }, (_, i) =>
    manifest.entries.map((entry) => ({ ...entry, path: `co2/C${i}.png` })),
  ).flat();
  const many = await snapshots.putManifest({ ...manifest, entries });
  await database.transaction(async (trx) => {
    const to = await snapshots.putSnapshot(trx, { kind: 'static', parts: [many] });
    const from = ref?.snapshotId ?? null;
    await moveRef(trx, { area: 'embargo', kind: 'static', key, from, to, who: 'system', reason: 'upload' });
  });
  return bytes;
}
