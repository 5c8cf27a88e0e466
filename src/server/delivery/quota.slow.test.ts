/** OWASP ASVS 5.2.4: the quota of a user, which does not affect others, and the reserve of the store. */
import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { startApp } from '../app.ts';
import { readSettings } from '../config.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { openUploadQuota } from './quota.ts';

const NAME = `meta-${SET}.zip`;
const UPLOADER = ['ROLE_UPLOAD'] as const;
const OTHER = ['ROLE_ADMIN'] as const;
const of = (size: number) => Buffer.concat([Buffer.from('PK'), Buffer.alloc(size - 2)]);

describe.each(databases())('space for packs on %s', (kind) => {
  let server: TestApp;
  afterEach(() => server.stop());
  const staged = () => readdirSync(join(server.folder, 'blobs', 'staging'));
  const begin = async (fileName: string, size: number, as: typeof UPLOADER | typeof OTHER = UPLOADER) =>
    server.call('POST', RESUMABLE_UPLOADS, {
      as,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
      },
    });

  it('a pack over the quota is refused with a sentence, leaves nothing behind, and other users can upload', async () => {
    const bytes = await metaZip();
    server = await startTestApp(kind, { LACQUER_USER_BYTES: String(bytes.length + 6000) });
    expect((await server.deliver(NAME, bytes)).state).toBe('live');
    expect((await server.upload('static_a.zip', of(4000))).statusCode).toBe(200);
    const answer = await server.upload('static_b.zip', of(4000));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    expect(answer.json<{ errorMessage: string }>().errorMessage).toMatch(
      /^Packs of UPLOAD may take .* ask an administrator/,
    );
    await expect.poll(staged).toEqual([]);
    expect((await server.upload('static_b.zip', of(4000), OTHER)).statusCode).toBe(200);
    // A pack of the same name is replaced, so its bytes do not count twice.
    expect((await server.upload(NAME, bytes)).statusCode).toBe(200);
    // Deleting frees space.
    await server.waitForPack('static_a.zip');
    const deleted = await server.call('DELETE', '/api/v2/admin/file-elements-delete?path=/packs/static_a.zip');
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect((await server.upload('static_c.zip', of(4000))).statusCode).toBe(200);
  });

  it('concurrent uploads get no more space than consecutive ones', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '10000' });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => server.upload(`static_${i}.zip`, of(4000))));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status !== 200 && status !== 507)).toEqual([]);
    await expect.poll(staged).toEqual([]);
    const stored = await server.database.read.selectFrom('packs').select('size').execute();
    expect(stored.reduce((sum, { size }) => sum + Number(size), 0)).toBeLessThanOrEqual(10_000);
  });

  it('resumable uploads count from their first byte', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '10000' });
    expect((await begin('static_a.zip', 6000)).statusCode).toBe(201);
    const second = await begin('static_b.zip', 6000);
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    expect((await begin('static_b.zip', 6000, OTHER)).statusCode).toBe(201);
  });

  /** Without `upload-length`: the client declares it later, or never. */
  const beginUnknown = async (fileName: string) => {
    const answer = await server.call('POST', RESUMABLE_UPLOADS, {
      as: UPLOADER,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-defer-length': '1',
        'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
      },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return String(answer.headers.location);
  };
  const sendPart = async (place: string, offset: number, payload: Buffer | Readable, more = {}) => {
    const { cookie, token } = await server.signIn(UPLOADER);
    return server.app.inject({
      method: 'PATCH',
      url: place,
      headers: {
        cookie,
        'x-csrf-token': token,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...more,
      },
      payload,
    });
  };
  const onDisk = () => {
    const folder = join(server.folder, 'uploads');
    const parts = readdirSync(folder).filter((name) => !name.endsWith('.json'));
    return parts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  };

  it('uploads in parts of unknown length count as they arrive', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '10000' });
    const first = await beginUnknown('static_a.zip');
    const second = await beginUnknown('static_b.zip');
    expect((await sendPart(first, 0, of(6000))).statusCode).toBe(204);
    const tooMuch = await sendPart(second, 0, of(6000));
    expect([tooMuch.statusCode, tooMuch.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    expect((await sendPart(first, 6000, Readable.from(Array.from({ length: 100 }, () => of(1000))))).statusCode).toBe(
      507,
    );
    expect(onDisk()).toBeLessThanOrEqual(10_000);
    expect((await sendPart(second, 0, of(10), { 'upload-length': '6000' })).statusCode).toBe(507);
    // Other uploads of the user are refused too, and cancelling one frees space.
    expect((await server.upload('static_c.zip', of(5000))).statusCode).toBe(507);
    const cancel = await server.call('DELETE', first, { as: UPLOADER, headers: { 'tus-resumable': '1.0.0' } });
    expect(cancel.statusCode).toBe(204);
    expect((await server.upload('static_c.zip', of(5000))).statusCode).toBe(200);
  });

  it('a pack that takes the last byte fits, by form as in parts: what is around it in the form does not count', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '4000' });
    const over = await server.upload('static_a.zip', of(4001));
    expect([over.statusCode, over.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    const exact = await server.upload('static_a.zip', of(4000));
    expect(exact.statusCode, exact.body).toBe(200);
    expect((await begin('static_b.zip', 1)).statusCode).toBe(507);
  });

  it('a form of unknown length counts as it arrives', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '200000' });
    const { cookie, token } = await server.signIn(UPLOADER);
    const { headers, payload } = multipart('static_a.zip', of(1_000_000));
    const pieces = Array.from({ length: 100 }, (_, i) => payload.subarray(i * 20_000, (i + 1) * 20_000));
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2/admin/files',
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload: Readable.from(pieces),
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    await expect.poll(staged).toEqual([]);
    expect((await server.upload('static_b.zip', of(150_000))).statusCode).toBe(200);
  });

  it('of two simultaneous uploads, the second sees the first', async () => {
    server = await startTestApp(kind);
    const quota = openUploadQuota({
      database: server.database,
      freeSpace: async () => 10_000,
      packBytes: 10_000,
      freeSpaceBytes: 1000,
      userBytes: 8000,
    });
    const reserve = async (who: string, size: number) => {
      const reservation = await quota.reserve({ who, fileName: `${who}.zip`, size });
      await reservation.expect(size);
    };
    const outcomes = async (work: Promise<void>[]) =>
      (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'taken' : one.reason.code)).sort();
    expect(await outcomes([reserve('anna', 5000), reserve('anna', 5000)])).toEqual(['taken', 'user-full']);
    expect(await outcomes([reserve('ben', 3000), reserve('cleo', 3000)])).toEqual(['store-full', 'taken']);
  });

  it('the transaction that stores a pack counts again: another server may have stored one meanwhile', async () => {
    server = await startTestApp(kind);
    const quota = openUploadQuota({
      database: server.database,
      freeSpace: async () => 1e9,
      packBytes: 10_000,
      freeSpaceBytes: 0,
      userBytes: 10_000,
    });
    const pack = { who: (await server.signIn(UPLOADER)).username, fileName: 'static_b.zip', size: 6000 };
    const reservation = await quota.reserve(pack);
    await reservation.expect(pack.size);
    const commit = (more: object) =>
      server.database
        .transaction(async (trx) => quota.commit(trx, { ...pack, ...more }))
        .then(
          () => 'taken',
          ({ code }: { code: string }) => code,
        );
    expect(await commit({})).toBe('taken');
    // The application has a quota of its own, as another server would.
    expect((await server.upload('static_a.zip', of(6000))).statusCode).toBe(200);
    expect(await commit({})).toBe('user-full');
    expect(await commit({ size: 4001 })).toBe('user-full');
    expect(await commit({ size: 4000 })).toBe('taken');
    expect(await commit({ fileName: 'static_a.zip' })).toBe('taken');
    expect(await commit({ who: 'ADMIN.' })).toBe('taken');
    // Refused and sent again: the first one is replaced, and its bytes count no longer.
    await server.waitForPack('static_a.zip');
    expect((await server.upload('static_a.zip', of(6000))).statusCode).toBe(200);
    expect(await commit({ size: 4000 })).toBe('taken');
    expect(await commit({ size: 4001 })).toBe('user-full');
  });

  it.runIf(kind === 'postgres')('the database decides between two servers that do not know of each other', async () => {
    const small = { LACQUER_USER_BYTES: '10000' };
    server = await startTestApp(kind, small);
    const folder = folderOfStore();
    const other = await startApp(
      readSettings({
        ...small,
        LACQUER_DATA: folder,
        LACQUER_BLOBS: join(server.folder, 'blobs'),
        LACQUER_DATABASE_URL: server.databaseUrl,
        LACQUER_LOG_LEVEL: 'silent',
        LACQUER_WORKERS: '0',
        FEATURE_QUALITY_REPORT_ENABLED: 'false',
      }),
    );
    const { cookie, token } = await server.signIn(UPLOADER);
    const { headers, payload } = multipart('static_a.zip', of(6000));
    const half = Promise.withResolvers<void>();
    const slowly = async function* () {
      yield payload.subarray(0, 3000);
      await half.promise;
      yield payload.subarray(3000);
    };
    const first = other.app.inject({
      method: 'POST',
      url: '/api/v2/admin/files',
      headers: { ...headers, cookie, 'x-csrf-token': token, 'content-length': String(payload.length) },
      payload: Readable.from(slowly()),
    });
    await expect.poll(() => staged().length).toBe(1);
    expect((await server.upload('static_b.zip', of(6000))).statusCode).toBe(200);
    half.resolve();
    const answer = await first;
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    await other.close();
  });

  it('announced bytes count towards the disk reserve, in one request or in parts', async () => {
    const { bavail, bsize } = statfsSync('/tmp');
    server = await startTestApp(kind, { LACQUER_FREE_SPACE_BYTES: String(bavail * bsize * 2) });
    for (const answer of [await server.upload('static_a.zip', of(100)), await begin('static_a.zip', 100)]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'store-full']);
    }
    await expect.poll(staged).toEqual([]);
  });
});

describe('after a restart', () => {
  afterEach(endAll);
  it('unfinished uploads still count', async () => {
    const data = folderOfStore();
    const small = { LACQUER_USER_BYTES: '10000' };
    const begin = (server: Awaited<ReturnType<typeof start>>, fileName: string) =>
      server.send('POST', RESUMABLE_UPLOADS, {
        'tus-resumable': '1.0.0',
        'upload-length': '6000',
        'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
      });
    const before = await start(data, small);
    expect((await begin(before, 'static_a.zip')).status).toBe(201);
    await before.kill();
    const after = await start(data, small);
    await expect.poll(async () => (await begin(after, 'static_b.zip')).status).toBe(507);
  });
});
