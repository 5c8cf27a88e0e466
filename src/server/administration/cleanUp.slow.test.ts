/** The daily job, as a server runs it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchRow } from '../../contract/index.ts';
import type { SnapshotContent } from '../catalogue/snapshots.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const DAY = 24 * 3600 * 1000;

describe.each(databases())('the daily job on %s', (kind) => {
  let server: TestApp;
  afterEach(() => server.stop());

  const ask = (name: string) =>
    server.database.transaction((trx) =>
      enqueue(trx, { name, function: name, payload: {}, createdBy: 'system', maxAttempts: 1 }),
    );
  const jobs = async () => (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
  const names = async () => (await jobs()).map(({ jobStatus, function: name }) => `${jobStatus} ${name}`).sort();

  it('deletes jobs that ended long ago or are too many, even if a manifest is lost', async () => {
    server = await startTestApp(kind, { LACQUER_JOB_DAYS: '30', LACQUER_JOB_ROWS: '3' });
    const { database } = server;
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    // The garbage collection fails without it.
    const { content } = await database.read.selectFrom('snapshots').select('content').executeTakeFirstOrThrow();
    const { manifest } = (JSON.parse(content) as SnapshotContent).parts[0] ?? { manifest: '' };
    rmSync(join(server.folder, 'blobs', manifest.slice(0, 2), manifest.slice(2)));
    // No handler has these names, so the jobs fail.
    for (const name of ['old', 'one', 'two', 'three']) await ask(name);
    await expect.poll(names).toHaveLength(5);
    await expect.poll(async () => (await names()).filter((name) => name.startsWith('FAILED'))).toHaveLength(4);
    await database.transaction(async (trx) => {
      const ended = Date.now() - 31 * DAY;
      await trx.updateTable('jobs').set({ stoppedAt: ended }).where('function', '=', 'three').execute();
      await trx.updateTable('clock').set({ steadySince: 0 }).execute();
    });
    await ask('housekeeping');
    await expect.poll(names).toEqual(['FAILED housekeeping', 'FAILED one', 'FAILED two']);
    const failed = (await jobs()).find(({ function: name }) => name === 'housekeeping');
    expect(failed?.failure).toContain(manifest);
  });
});
