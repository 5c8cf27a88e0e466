/** Content that the store lost or changed: the answer names the pack, and everything else works. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorAnswer, StaticImageInfo } from '../../contract/index.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const TEST = { as: ['ROLE_TEST_EMBARGO'] } as const;
const PACK = `image-ext-${SET}.zip`;
const META = `meta-${SET}.zip`;

describe('damaged content', () => {
  let server: TestApp;
  let meta: Uint8Array;
  let pack: Uint8Array;
  beforeEach(async () => {
    await server?.stop();
    server = await startTestApp('sqlite');
    meta = await metaZip();
    pack = await zipOf({ '001/black.png': await plain([0, 0, 0, 255]) });
    expect(await server.deliver(META, meta)).toMatchObject({ state: 'live' });
    await server.deliver(PACK, pack);
    await server.deliver('static_d.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
  });
  afterAll(() => server.stop());

  const pathOf = (sha256: string) => join(server.folder, 'blobs', sha256.slice(0, 2), sha256.slice(2));
  const forget = async () => {
    await server.database.transaction((trx) => trx.deleteFrom('derived').execute());
    await server.call('GET', '/embargo/api/v2/admin/clearAllCaches');
  };
  async function damage(sha256: string, how: 'change' | 'lose'): Promise<void> {
    const path = pathOf(sha256);
    if (how === 'lose') rmSync(path);
    else {
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length / 3);
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      chmodSync(path, 0o600);
      writeFileSync(path, bytes);
    }
    await forget();
  }
  const packOf = async (fileName: string) =>
    (
      await server.database.read
        .selectFrom('packs')
        .select('sha256')
        .where('fileName', '=', fileName)
        .executeTakeFirstOrThrow()
    ).sha256;
  const manifestOf = async (fileName: string) => {
    const rows = await server.database.read.selectFrom('snapshots').select('content').execute();
    const parts = rows.flatMap(
      ({ content }) => (JSON.parse(content) as { parts: { pack: string; manifest: string }[] }).parts,
    );
    return parts.find(({ pack }) => pack === fileName)?.manifest ?? '';
  };
  const image = (disId = SET) =>
    server.call('GET', `/embargo/api/v2/image/dis/${disId}/image?view=001&layers=black`, TEST);
  const configuration = () => server.call('GET', `/embargo/api/v2/test/versions/1PP2A5QESFB0A0F4/features`, TEST);
  const failure = (what: string, pack: string) => ({
    status: 500,
    code: 'content-damaged',
    errorMessage: `${what} of ${pack} is damaged in the store and cannot be read. Deliver ${pack} again, or restore it from a backup.`,
  });

  it.each(['change', 'lose'] as const)(
    'a pack whose prepared forms are gone too (%s): pictures name it',
    async (how) => {
      await damage(await packOf(PACK), how);
      expect((await image()).json<ErrorAnswer>()).toMatchObject(failure('The file 001/black.png', PACK));
      expect((await configuration()).statusCode).toBe(200);
      await server.deliver(PACK, pack);
      expect((await image()).statusCode).toBe(200);
    },
  );

  it.each(['change', 'lose'] as const)(
    'the list of a pack (%s): every call that needs it names the pack',
    async (how) => {
      await damage(await manifestOf(META), how);
      expect((await configuration()).json<ErrorAnswer>()).toMatchObject(failure('The list of files', META));
      expect((await image()).json<ErrorAnswer>()).toMatchObject(failure('The list of files', META));
      expect(await server.deliver(META, meta)).toMatchObject({ state: 'live' });
      expect((await image()).statusCode).toBe(200);
    },
  );

  it.each(['change', 'lose'] as const)(
    'the list of layer pictures (%s): works again after another delivery',
    async (how) => {
      await damage(await manifestOf(PACK), how);
      expect((await image()).json<ErrorAnswer>()).toMatchObject(failure('The list of files', PACK));
      expect(await server.deliver(PACK, pack)).toMatchObject({ state: 'live' });
      expect((await image()).statusCode).toBe(200);
    },
  );

  it('a static pack: its pictures name it, and other pictures still work', async () => {
    await server.deliver('static_e.zip', await zipOf({ 'co2/B.png': await plain([3, 2, 1, 255]) }));
    const images = (await server.call('GET', '/embargo/api/v2/image/static/imageInfo/co2')).json<StaticImageInfo[]>();
    await damage(await packOf('static_d.zip'), 'change');
    const [first, second] = await Promise.all(images.map(({ url }) => server.call('GET', new URL(url).pathname)));
    expect(first?.json<ErrorAnswer>()).toMatchObject(failure('The file co2/A.png', 'static_d.zip'));
    expect(second?.statusCode).toBe(200);
    const path = encodeURIComponent('/embargo/static/static_d.zip/co2/A.png');
    const file = await server.call('GET', `/api/v2/admin/file-elements-content?path=${path}`);
    expect(file.json<ErrorAnswer>()).toMatchObject(failure('The file co2/A.png', 'static_d.zip'));
  });

  it.each(['pack', 'list'] as const)(
    'of a set that another one borrows from (%s): the borrower names no pack',
    async (what) => {
      const borrower = '1PP2B5xxxxxxxxxx';
      const profile = `<assetProfile><viewport name="exterior"><angle name="001"/><resolution name="HD" width="8" height="4"/></viewport></assetProfile>`;
      await server.deliver(`meta-${borrower}.zip`, await zipOf({ [`${borrower}/asset-profile.xml`]: profile }));
      const redirect = `<redirects><redirect set="${borrower}" extLayers="${SET}" extRules="${SET}"/></redirects>`;
      const { headers, payload } = multipart('oneLayer_redirect_d.xml', Buffer.from(redirect));
      const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
      const url = '/embargo/api/v2/admin/global-files';
      const all = { ...headers, cookie, 'x-csrf-token': token };
      expect((await server.app.inject({ method: 'POST', url, payload, headers: all })).statusCode).toBe(200);
      expect((await image(borrower)).statusCode).toBe(200);
      await damage(what === 'pack' ? await packOf(PACK) : await manifestOf(PACK), 'change');
      const answer = await image(borrower);
      expect(answer.json<ErrorAnswer>()).toMatchObject({ status: 500, code: 'content-damaged' });
      expect(answer.json<ErrorAnswer>().errorMessage).toContain(`What ${borrower} takes from another set is damaged`);
      expect(answer.body).not.toContain(SET);
    },
  );
});
