/** OWASP ASVS 5.2.4: what one user may send; others go on; the store keeps its reserve. */
import { readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { databases, startTestApp, type TestApp } from '../testApp.ts';
import { metaZip, SET } from '../tinyPacks.ts';

const NAME = `meta-${SET}.zip`;
const UPLOADER = ['ROLE_UPLOAD'] as const;
const OTHER = ['ROLE_ADMIN'] as const;
const of = (size: number) => Buffer.concat([Buffer.from('PK'), Buffer.alloc(size - 2)]);

describe.each(databases())('room for packs on %s', (kind) => {
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

  it('the pack that is too much is refused in words, leaves nothing, and others go on', async () => {
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
    // The same name replaces: its bytes are not counted twice.
    expect((await server.upload(NAME, bytes)).statusCode).toBe(200);
    // What was deleted makes room.
    await server.waitForPack('static_a.zip');
    const gone = await server.call('DELETE', '/api/v2/admin/file-elements-delete?path=/packs/static_a.zip');
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await server.upload('static_c.zip', of(4000))).statusCode).toBe(200);
  });

  it('many at once get no more than one after the other', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '10000' });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => server.upload(`static_${i}.zip`, of(4000))));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status !== 200 && status !== 507)).toEqual([]);
    await expect.poll(staged).toEqual([]);
    const kept = await server.database.read.selectFrom('packs').select('size').execute();
    expect(kept.reduce((sum, { size }) => sum + Number(size), 0)).toBeLessThanOrEqual(10_000);
  });

  it('resumable uploads count from their beginning', async () => {
    server = await startTestApp(kind, { LACQUER_USER_BYTES: '10000' });
    expect((await begin('static_a.zip', 6000)).statusCode).toBe(201);
    const second = await begin('static_b.zip', 6000);
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([507, 'user-full']);
    expect((await begin('static_b.zip', 6000, OTHER)).statusCode).toBe(201);
  });

  it('the reserve is kept by what is said to come, in one piece or in parts', async () => {
    const { bavail, bsize } = statfsSync('/tmp');
    server = await startTestApp(kind, { LACQUER_FREE_SPACE_BYTES: String(bavail * bsize * 2) });
    for (const answer of [await server.upload('static_a.zip', of(100)), await begin('static_a.zip', 100)]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([507, 'store-full']);
    }
    await expect.poll(staged).toEqual([]);
  });
});
