/** Metrics: what they count, and that they reveal no content. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobMissing, type Blobs } from '../platform/blobs/blobs.ts';
import { countFailures } from '../platform/blobs/failures.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

describe.each(databases())('metrics on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('counts requests by the pattern of their route, and jobs by state; names no set and no pack', async () => {
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.call('GET', `/api/v2/test/dis/${SET}/resolutions?viewPort=exterior`);
    await server.call('GET', `/no/such/${SET}`);
    const text = async () => (await server.call('GET', '/api/v2/metrics')).body;
    await expect.poll(text).toContain('lacquer_jobs{job="readPack",state="COMPLETED"} 1\n');
    const metrics = await text();
    expect(metrics).toMatch(
      /lacquer_request_seconds_count\{method="POST",route="\/api\/v2\/admin\/files",status="200"\} 1\n/,
    );
    expect(metrics).toMatch(/route="\/api\/v2\/test\/dis\/:id\/resolutions"/);
    expect(metrics).toContain('process_resident_memory_bytes');
    expect(metrics).not.toContain(SET);
  });

  it('has the sources of pictures, sizes of caches, packs, log lines and failures', async () => {
    const figureOf = async (figure: string) => {
      const { body } = await server.call('GET', '/api/v2/metrics');
      const line = body.split('\n').find((one) => one.startsWith(`${figure} `));
      return line === undefined ? undefined : Number(line.slice(figure.length));
    };
    await server.deliver(
      `image-ext-${SET}.zip`,
      await zipOf({ '001/black.png': await plain([255, 0, 0, 255], 64, 36) }),
    );
    await server.deliver('meta-1PP2A5xxxxxxxxxx_bad.zip', await zipOf({ 'rules-ext.xml': Buffer.from('<rules>') }));
    const url = `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`;
    const ask = (etag = '') =>
      server.call('GET', url, { as: ['ROLE_TEST_EMBARGO'], headers: { 'if-none-match': etag } });
    const first = await ask();
    expect(first.statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
    expect((await ask(String(first.headers['etag']))).statusCode).toBe(304);
    for (const from of ['painting', 'memory', 'not_modified']) {
      expect(await figureOf(`lacquer_pictures_total{from="${from}"}`), from).toBe(1);
    }
    expect(await figureOf('lacquer_pictures_total{from="refused"}')).toBe(0);
    expect(await figureOf('lacquer_painting_seconds_count{step="paint"}')).toBe(1);
    expect(await figureOf('lacquer_cache_bytes{cache="layers"}')).toBeGreaterThan(0);
    expect(await figureOf('lacquer_cache_bytes{cache="pictures"}')).toBe(first.rawPayload.length);
    expect(await figureOf('lacquer_layers_total{known="false"}')).toBe(1);
    expect(await figureOf('lacquer_packs{state="live"}')).toBe(2);
    expect(await figureOf('lacquer_packs{state="refused"}')).toBe(1);
    expect(await figureOf('lacquer_packs_bytes{state="live"}')).toBeGreaterThan(500);
    expect(await figureOf('lacquer_jobs_run_seconds{job="readPack",state="COMPLETED"}')).toBeGreaterThan(0);
    expect(await figureOf('lacquer_jobs_oldest_waiting_seconds')).toBe(0);
    expect(await figureOf('lacquer_log_lines_total{log="dynamic_image"}')).toBeGreaterThan(0);

    expect(await figureOf('lacquer_store_failures_total{store="database"}')).toBe(0);
    await expect(sql`select * from no_such_table`.execute(server.database.read)).rejects.toThrow();
    expect(await figureOf('lacquer_store_failures_total{store="database"}')).toBe(1);
    expect(await figureOf('lacquer_store_failures_total{store="blobs"}')).toBe(0);
    expect((await server.call('GET', '/api/v2/metrics')).body).not.toContain(SET);
  });
});

describe('failures of blobs', () => {
  it('are counted, also those of opened blobs; a missing blob is not a failure', async () => {
    const broken = { read: () => Promise.reject(new Error('EIO')) };
    const store = {
      bytes: (sha256: string) => Promise.reject(new BlobMissing(sha256)),
      file: () => Promise.resolve(broken),
      put: () => Promise.reject(new Error('ENOSPC')),
    };
    const { blobs, failures } = countFailures(store as unknown as Blobs);
    await expect(blobs.bytes('00')).rejects.toThrow(BlobMissing);
    expect(failures()).toBe(0);
    await expect(blobs.put(new Uint8Array())).rejects.toThrow('ENOSPC');
    await expect((await blobs.file('00')).read(0, 1)).rejects.toThrow('EIO');
    expect(failures()).toBe(2);
  });
});
