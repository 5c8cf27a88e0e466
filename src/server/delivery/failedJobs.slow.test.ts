/** Packs whose job fails for another reason than their content: refused with a sentence, tried again, or waiting. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchRow, Pack } from '../../contract/index.ts';
import { openDerivedForms } from '../catalogue/derivedForms.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { openPreparer } from '../pictures/prepare.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { NO_REPORT } from '../platform/jobs/testing/noReport.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import { ThreadEnded } from '../platform/threads/pool.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { openXmlFiles } from '../xmlFiles/xmlFiles.ts';
import { deliveryJobs } from './jobs.ts';
import { PACK_LIMITS } from './limits.ts';

const NAME = `meta-${SET}.zip`;
const WAIT = { timeout: 60_000, interval: 50 };

describe.each(databases())('a job that fails, on %s', (kind) => {
  let folder: string;
  let server: TestApp;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
    // A scanner that the test tells when and what to answer.
    const script = join(folder, 'scan.sh');
    writeFileSync(
      script,
      `#!/bin/sh\ncat > /dev/null\nwhile [ ! -e ${folder}/answer ]; do sleep 0.02; done\nexit $(cat ${folder}/answer)\n`,
    );
    chmodSync(script, 0o755);
    server = await startTestApp(kind, { LACQUER_SCAN_COMMAND: script });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    scannerSays(0);
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const scannerSays = (code: number) => writeFileSync(join(folder, 'answer'), `${code}`);
  const scannerWaits = () => rmSync(join(folder, 'answer'), { force: true });
  const packs = async () => (await server.call('GET', '/api/v2/admin/files')).json<Pack[]>();
  const pack = async () => (await packs()).find(({ fileName }) => fileName === NAME);
  const jobs = async () => (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
  const retry = async () => {
    const [failed] = (await jobs()).filter(({ jobStatus }) => jobStatus === 'FAILED');
    return server.call('POST', `/api/v2/admin/batch/${failed?.id}/retry`);
  };

  it('refuses its pack with the reason; run again, the pack goes live', async () => {
    scannerSays(3);
    await server.upload(NAME, await metaZip());
    await expect.poll(async () => (await pack())?.state, WAIT).toBe('refused');
    expect(await pack()).toMatchObject({ problemCount: 1, problems: [{ entry: NAME }] });
    expect((await pack())?.problems[0]?.reason).toMatch(
      /^could not be read\. .*scanner.* The pack itself may be fine: run its job again in the batch summary/,
    );
    const [job] = await jobs();
    expect(job).toMatchObject({ jobStatus: 'FAILED', failure: expect.stringContaining('scanner') });
    const lines = (await server.call('GET', '/api/v2/admin/getspecificlog')).json<{ message: string }[]>();
    expect(lines.some(({ message }) => message.startsWith(`DynamicImageSet pack ${NAME} refused`))).toBe(true);

    scannerWaits();
    expect((await retry()).statusCode).toBe(200);
    // No longer refused, and not yet live.
    expect(['received', 'reading']).toContain((await pack())?.state);
    expect((await pack())?.problems).toEqual([]);
    scannerSays(0);
    await expect.poll(async () => (await pack())?.state, WAIT).toBe('live');
    expect((await jobs()).map(({ jobStatus }) => jobStatus)).toEqual(['COMPLETED']);
  });

  it('leaves a pack that can be deleted, and then cannot be run again', async () => {
    scannerSays(3);
    await server.upload(NAME, await metaZip());
    await expect.poll(async () => (await pack())?.state, WAIT).toBe('refused');
    const deleted = await server.call('DELETE', `/api/v2/admin/file-elements-delete?path=/packs/${NAME}`);
    expect(deleted.json(), deleted.body).toBe(true);
    expect(await packs()).toEqual([]);
    scannerSays(0);
    await retry();
    await expect
      .poll(async () => (await jobs()).map(({ jobStatus, failure }) => [jobStatus, failure]), WAIT)
      .toEqual([['FAILED', 'The pack no longer exists. Upload it again.']]);
    expect(await packs()).toEqual([]);
  });

  it('waits while the disk is full, says so, and continues by itself', async () => {
    const bytes = await zipOf({
      ...Object.fromEntries(Object.entries(META).map(([name, text]) => [`${SET}/${name}`, text])),
      [`${SET}/ext/001/black.png`]: await plain([1, 2, 3, 255]),
    });
    const name = `oneLayer_${SET}.zip`;
    const found = async () => (await packs()).find(({ fileName }) => fileName === name);
    await server.upload(name, bytes);
    const handle = await open('/dev/null', 'r');
    await handle.close();
    const handles = Object.getPrototypeOf(handle) as Record<'write' | 'writev', () => Promise<unknown>>;
    const full = Object.assign(new Error("ENOSPC: no space left on device, write '/srv/x'"), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    for (const way of ['write', 'writev'] as const) vi.spyOn(handles, way).mockRejectedValue(full);
    scannerSays(0);
    await expect.poll(async () => (await found())?.waitsFor, WAIT).toBe('The disk is full.');
    expect(await found()).toMatchObject({ state: 'reading', problems: [] });
    vi.restoreAllMocks();
    await expect.poll(async () => (await found())?.state, WAIT).toBe('live');
    expect((await found())?.waitsFor).toBe(undefined);
  });

  it('does not replace a later upload of its name', async () => {
    await server.upload(NAME, await metaZip());
    await expect.poll(async () => (await pack())?.state, WAIT).toBe('reading');
    const later = META['versions.xml']?.replace('e-208 GT', 'the later one');
    await server.upload(NAME, await metaZip({ 'versions.xml': later }));
    // As if another server with a different clock had accepted it meanwhile.
    const rows = await server.database.read.selectFrom('packs').select('id').orderBy('number').execute();
    await server.database.transaction((trx) =>
      trx
        .updateTable('packs')
        .set({ state: 'live', liveAt: 1 })
        .where('id', '=', rows[1]?.id ?? '')
        .execute(),
    );
    scannerSays(0);
    await expect.poll(async () => (await jobs()).map(({ jobStatus }) => jobStatus), WAIT).toEqual(['FAILED', 'FAILED']);
    const states = await server.database.read.selectFrom('packs').select('state').orderBy('number').execute();
    expect(states).toEqual([{ state: 'replaced' }, { state: 'live' }]);
    expect((await jobs()).map(({ failure }) => failure)).toContain(
      `${NAME} was uploaded again, and the later upload is live.`,
    );
    expect(await server.database.read.selectFrom('refs').selectAll().execute()).toEqual([]);
  });
});

it('a file that crashes its thread: the pack is refused after the job’s tries, and the server keeps running', async () => {
  const server = await startTestApp('sqlite', { LACQUER_WORKERS: '0' });
  const { database } = server;
  const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
  const snapshots = openSnapshots(database, blobs);
  const [prepare, xmlFiles] = [openPreparer(), openXmlFiles()];
  let read = 0;
  const readMeta = () => {
    read += 1;
    return Promise.reject(new ThreadEnded('died'));
  };
  const derived = openDerivedForms({ database, blobs, storeFailures: recordFailures().trouble });
  const stores = { database, blobs, snapshots, prepare, derived };
  const handlers = deliveryJobs({
    ...stores,
    limits: PACK_LIMITS,
    scan: undefined,
    xmlFiles: { ...xmlFiles, readMeta },
  });
  const worker = startWorker({
    database,
    handlers,
    concurrency: 1,
    report: NO_REPORT,
    times: { retryAfter: 10, poll: 10 },
  });
  const pack = await server.deliver(NAME, await zipOf({ [`${SET}/versions.xml`]: '<versions/>' }));
  expect(pack.state).toBe('refused');
  expect(pack.problems[0]?.reason).toContain(`${SET}/versions.xml: the thread ended before its task`);
  expect(read).toBe(3);
  expect((await server.call('GET', '/api/v2/admin/files')).statusCode).toBe(200);
  await worker.stop();
  await Promise.all([prepare.close(), xmlFiles.close(), snapshots.close(), blobs.close()]);
  await server.stop();
});
