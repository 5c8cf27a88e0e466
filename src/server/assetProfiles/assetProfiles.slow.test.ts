/** The asset profiles in force, and reprocessing a set. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssetProfileFile } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const PLAIN = '1GG2A5QESFB0A0F4';
const BARE = '1HH2A5QESFB0A0F4';
const PROFILES = `<assetProfiles><assetProfile set="1GGxxxxxxxxxxxxx">
  <viewport name="exterior"><angle name="001"/><resolution name="HD" width="16" height="8"/></viewport>
</assetProfile></assetProfiles>`;
const versionsOf = (disId: string) => `<versions><version id="${disId}" label="one"/></versions>`;

describe.each(databases())('asset profiles on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([255, 0, 0, 255]) }));
    for (const disId of [PLAIN, BARE]) {
      await server.deliver(`meta-${disId}.zip`, await zipOf({ [`${disId}/versions.xml`]: versionsOf(disId) }));
    }
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const { headers, payload } = multipart('asset_profile_b.xml', Buffer.from(PROFILES));
    const url = '/embargo/api/v2/admin/global-files';
    const answer = await server.app.inject({
      ...{ method: 'POST', url, payload, headers: { ...headers, cookie, 'x-csrf-token': token } },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  });
  afterAll(() => server.stop());

  const list = async () =>
    (await server.call('GET', '/api/v2/admin/dis/reprocessList', { as: ['ROLE_UPLOAD'] })).json<AssetProfileFile[]>();
  const reprocess = (disId: string) =>
    server.call('GET', `/api/v2/admin/dis/${disId}/reprocess`, { as: ['ROLE_UPLOAD'] });
  const ended = async (disId: string) => {
    for (;;) {
      const last = (await list()).find((row) => row.disId === disId)?.reprocess;
      if (last?.jobStatus === 'COMPLETED' || last?.jobStatus === 'FAILED') return last;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('spec 000 §3, §7: sets with the profile in force, their own or a global one, and no others', async () => {
    expect(await list()).toEqual([
      { disId: PLAIN, pathName: '/embargo/global-configs/asset_profile_b.xml', content: PROFILES, reprocess: null },
      {
        disId: SET,
        pathName: `/embargo/dis/${SET}/asset-profile.xml`,
        content: META['asset-profile.xml'],
        reprocess: null,
      },
    ]);
  });

  it('lists the file of the latest pack, read in its own encoding', async () => {
    const text = (META['asset-profile.xml'] ?? '').replace('width="8"', 'width="32"');
    const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le');
    const name = `meta-${SET}_wide.zip`;
    expect(await server.deliver(name, await zipOf({ [`${SET}/asset-profile.xml`]: wide }))).toMatchObject({
      problems: [],
    });
    expect((await list()).find(({ disId }) => disId === SET)?.content).toContain('width="32"');
  });

  it('spec 000 §4, §7: a reprocess makes the derived forms again, with journal lines; pictures stay the same', async () => {
    const image = () =>
      server.call('GET', `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black&viewport=exterior`);
    const before = (await image()).rawPayload;
    const made = () => server.database.read.selectFrom('derived').select(['kind', 'sha256']).execute();
    const known = await made();
    expect(known.length).toBeGreaterThan(0);
    await server.database.transaction((trx) => trx.deleteFrom('derived').execute());
    const answer = await reprocess(SET);
    expect([answer.statusCode, answer.body]).toEqual([200, `Reprocess of asset profile ${SET} started.`]);
    expect(await ended(SET)).toMatchObject({ jobStatus: 'COMPLETED', failure: null });
    expect(await made()).toEqual(expect.arrayContaining(known));
    expect((await image()).rawPayload).toEqual(before);
    const log = (await server.call('GET', '/api/v2/admin/getspecificlog')).body;
    expect(log).toContain(`DynamicImageSet ${SET}: reprocess of its asset profile requested.`);
    expect(log).toContain(`DynamicImageSet ${SET}: reprocess done: 1 pictures.`);
  });

  it('refuses a set without a profile, an unknown set, and a bare link', async () => {
    const jobs = async () => (await server.database.read.selectFrom('jobs').select('id').execute()).length;
    const before = await jobs();
    expect((await reprocess(BARE)).json()).toMatchObject({ status: 409, code: 'no-asset-profile' });
    expect((await reprocess('1ZZ2A5QESFB0A0F4')).json()).toMatchObject({ status: 404, code: 'unknown-set' });
    const address = `/api/v2/admin/dis/${SET}/reprocess`;
    expect((await server.call('GET', address, { headerToken: false })).statusCode).toBe(403);
    expect(await jobs()).toBe(before);
  });

  it('names a picture whose bytes are lost, in the job and in the journal', async () => {
    const pack = (await server.call('GET', `/api/v2/admin/files?disId=${SET}`))
      .json<{ fileName: string; sha256: string }[]>()
      .find(({ fileName }) => fileName === `image-ext-${SET}.zip`);
    const path = join(server.folder, 'blobs', pack?.sha256.slice(0, 2) ?? '', pack?.sha256.slice(2) ?? '');
    const bytes = readFileSync(path);
    rmSync(path);
    await reprocess(SET);
    await expect.poll(async () => (await ended(SET)).jobStatus).toBe('FAILED');
    expect((await ended(SET)).failure).toMatch(/1 of 1 pictures could not be reprocessed: 001\/black.png of image-ext/);
    writeFileSync(path, bytes);
    expect(readdirSync(join(server.folder, 'blobs', 'staging'))).toEqual([]);
  });
});
