/** The calls of the file browser: listing, reading and deleting, and never a path outside the tree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileElement, HistoryEntry, SetStatus } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

describe.each(databases())('the file browser on %s', (kind) => {
  let server: TestApp;
  const call = (path: string) => server.call('GET', `/api/v2/admin/file-elements?path=${encodeURIComponent(path)}`);
  const list = async (path: string) => (await call(path)).json<FileElement[]>();
  const names = async (path: string) => (await list(path)).map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
  const remove = (path: string) =>
    server.call('DELETE', `/api/v2/admin/file-elements-delete?path=${encodeURIComponent(path)}`);
  const content = (path: string) =>
    server.call('GET', `/api/v2/admin/file-elements-content?path=${encodeURIComponent(path)}`);

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(
      `image-ext-${SET}.zip`,
      await zipOf({ '001/black.png': await plain([0, 0, 0, 255]), '002/black.png': await plain([9, 0, 0, 255]) }),
    );
    await server.deliver('static_f.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
    await server.deliver('meta_refused.zip', await zipOf({ 'x/y.xml': '<x/>' }));
  });
  afterAll(() => server.stop());

  it('A 2: starts at the root, with packs and areas; folders of sets, static packs and configurations', async () => {
    expect(await names('/')).toEqual(['embargo/', 'packs/', 'preprod/', 'prod/']);
    expect(await names('/embargo')).toEqual(['dis/', 'global-configs/', 'static/']);
    expect(await names('/embargo/dis')).toEqual([`${SET}/`]);
    expect(await names(`/embargo/dis/${SET}`)).toContain('versions.xml');
    expect(await names(`/embargo/dis/${SET}/ext`)).toEqual(['001/', '002/']);
    expect(await names('/embargo/static/static_f.zip/co2')).toEqual(['A.png']);
    expect(await names('/packs')).toContain(`image-ext-${SET}.zip`);
  });

  it('A 3: an element has id, name, parent, size, date, and the text of XML files', async () => {
    const versions = (await list(`/embargo/dis/${SET}`)).find(({ name }) => name === 'versions.xml');
    expect(versions).toMatchObject({ id: `/embargo/dis/${SET}/versions.xml`, parent: `/embargo/dis/${SET}` });
    expect(versions?.content).toContain('<versions>');
    const [picture] = await list(`/embargo/dis/${SET}/ext/001`);
    expect(picture).toMatchObject({ name: 'black.png', isFolder: false, content: null });
    expect(picture?.size).toBeGreaterThan(0);
    expect((await list('/'))[0]).toMatchObject({ parent: 'root', size: 0 });
  });

  it('A 3: the content of a text in UTF-16 is readable', async () => {
    const id = '7WD1A5xxxxxxxxxx';
    const text = '<versions><version id="7WD1A5QESFB0A0F4" label="Größe"/></versions>';
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    await server.deliver(`meta-${id}.zip`, await zipOf({ 'versions.xml': wide }));
    const [versions] = await list(`/embargo/dis/${id}`);
    expect(versions?.content).toBe(text);
    expect((await remove(`/embargo/dis/${id}`)).json()).toBe(true);
  });

  it('sends pictures to be shown and other files to be saved', async () => {
    const picture = await content(`/embargo/dis/${SET}/ext/001/black.png`);
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.headers['content-disposition']).toMatch(/^inline/);
    const pack = await content('/packs/static_f.zip');
    expect(pack.headers['content-disposition']).toMatch(/^attachment/);
    expect(pack.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await content('/packs/nothing.zip')).statusCode).toBe(404);
  });

  it('never leaves the tree', async () => {
    for (const path of ['/../etc', '/packs/../../etc/passwd', '/embargo/..', '/packs/a\\b', '/packs/a\u0000b']) {
      for (const answer of [await call(path), await content(path), await remove(path)]) {
        expect(answer.statusCode, path).toBe(400);
      }
    }
    for (const path of ['/etc', '/packs/x/y', '/embargo/other', '/embargo/dis/nobody', '//etc//passwd']) {
      expect((await call(path)).statusCode, path).toBe(404);
    }
    expect(await names('///embargo//dis/')).toEqual([`${SET}/`]);
  });

  const deletion = async (path: string) =>
    (await server.call('GET', `/api/v2/admin/file-elements-deletion?path=${encodeURIComponent(path)}`)).json();

  it('says why something cannot be deleted, and previews the deletion of everything else', async () => {
    for (const path of ['/', '/embargo']) {
      expect((await list(path)).map(({ undeletableReason }) => undeletableReason)).toEqual(
        Array((await list(path)).length).fill('A part of the tree itself.'),
      );
    }
    const packs = new Map((await list('/packs')).map(({ name, undeletableReason }) => [name, undeletableReason]));
    expect(packs.get(`meta-${SET}.zip`)).toMatch(/^Embargo shows what it delivered/);
    expect([packs.has('meta_refused.zip'), packs.get('meta_refused.zip')]).toEqual([true, undefined]);
    expect((await list('/embargo/dis')).map(({ undeletableReason }) => undeletableReason)).toEqual([undefined]);

    const body = { disId: SET, source: 'embargo', target: 'prod' };
    expect((await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { body })).statusCode).toBe(200);
    await expect.poll(() => names('/prod/dis')).toEqual([`${SET}/`]);
    const redirects = `<redirects><redirect set="7ZZ2A5xxxxxxxxxx" extLayers="${SET}"/></redirects>`;
    const bytes = Buffer.from(redirects);
    const { headers, payload } = multipart('oneLayer_redirect_1.xml', bytes);
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/embargo/api/v2/admin/global-files',
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    await server.deliver(
      'meta-7ZZ2A5xxxxxxxxxx.zip',
      await metaZip({ 'versions.xml': '<versions/>' }, '7ZZ2A5xxxxxxxxxx'),
    );
    const all = { otherAreas: ['prod'], redirectedBy: ['7ZZ2A5xxxxxxxxxx'], sets: 2 };
    expect(await deletion(`/embargo/dis/${SET}/ext/002`)).toEqual({ ...all, files: 1, removesAll: false });
    const whole = await deletion(`/embargo/dis/${SET}`);
    expect(whole).toMatchObject({ ...all, removesAll: true });
    expect(whole.files).toBeGreaterThan(3);
    expect(await deletion(`/prod/dis/${SET}`)).toMatchObject({ otherAreas: ['embargo'], redirectedBy: [], sets: 1 });
    const alone = { files: 1, removesAll: true, otherAreas: [], redirectedBy: [] };
    expect(await deletion('/embargo/global-configs/oneLayer_redirect_1.xml')).toEqual({ ...alone, sets: 2 });
    expect(await deletion('/packs/meta_refused.zip')).toEqual({ ...alone, sets: 0 });
    for (const path of [
      '/',
      '/embargo/dis',
      '/packs/none.zip',
      `/embargo/dis/${SET}/none`,
      '/prod/dis/7ZZ2A5xxxxxxxxxx',
    ]) {
      expect((await deletion(path)).status, path).toBe(404);
    }
    // The rest of the tests is about one set.
    expect((await server.call('DELETE', '/api/v2/admin/dis/7ZZ2A5xxxxxxxxxx')).statusCode).toBe(200);
    expect((await remove('/embargo/global-configs/oneLayer_redirect_1.xml')).json()).toBe(true);
    expect((await remove(`/prod/dis/${SET}`)).json()).toBe(true);
    await expect.poll(() => names('/embargo/dis')).toEqual([`${SET}/`]);
  });

  it('A 2, A 7: deleting a picture makes a new state with a history entry, and can be rolled back', async () => {
    expect((await remove(`/embargo/dis/${SET}/ext/002/black.png`)).json()).toBe(true);
    expect(await names(`/embargo/dis/${SET}/ext`)).toEqual(['001/']);
    const missing = ['ext/002/black.png', 'ext/002', 'none'].map((path) => `/embargo/dis/${SET}/${path}`);
    for (const path of [
      ...missing,
      '/embargo/dis/NONE',
      '/embargo/global-configs/none.xml',
      '/packs/none.zip',
      '/none/x',
    ]) {
      const answer = await remove(path);
      expect([answer.statusCode, answer.json()], path).toEqual([
        404,
        expect.objectContaining({ code: 'unknown-path', errorMessage: `There is no file or folder ${path}.` }),
      ]);
    }
    const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`)).json<HistoryEntry[]>();
    expect(history[0]).toMatchObject({ reason: 'edit', note: `/embargo/dis/${SET}/ext/002/black.png` });
    // The other files of the pack stay, and the deleted picture can still be restored.
    const before = history.slice(1).find(({ area }) => area === 'embargo');
    const body = { area: 'embargo', entry: before?.id };
    expect((await server.call('POST', `/api/v2/admin/dis/${SET}/rollback`, { body })).statusCode).toBe(200);
    await expect.poll(() => names(`/embargo/dis/${SET}/ext`)).toEqual(['001/', '002/']);
  });

  it('deletes a meta file with its declarations; those of the other files in its pack stay', async () => {
    const layers = () => server.call('GET', `/embargo/api/v2/test/dis/${SET}/layers?viewport=exterior`);
    expect((await layers()).json<unknown[]>().length).toBeGreaterThan(0);
    expect((await remove(`/embargo/dis/${SET}/layers-ext.xml`)).json()).toBe(true);
    expect((await layers()).json()).toEqual([]);
    const versions = await server.call('GET', `/embargo/api/v2/test/versions?disId=${SET}`);
    expect(versions.json<unknown[]>().length).toBeGreaterThan(0);
  });

  it('deletes folders, static packs, configurations and refused packs; not the tree, not packs in use', async () => {
    expect((await remove(`/embargo/dis/${SET}/ext`)).json()).toBe(true);
    expect(await names(`/embargo/dis/${SET}`)).not.toContain('ext/');
    expect((await remove('/embargo/static/static_f.zip')).json()).toBe(true);
    expect(await names('/embargo/static')).toEqual([]);
    expect((await remove('/packs/meta_refused.zip')).json()).toBe(true);
    expect((await remove(`/packs/meta-${SET}.zip`)).statusCode).toBe(409);
    expect((await remove('/embargo/dis')).statusCode).toBe(400);
    // A set that only Prod has is still seen in the status.
    const body = { disId: SET, source: 'embargo', target: 'prod' };
    expect((await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { body })).statusCode).toBe(200);
    await expect.poll(() => names('/prod/dis')).toEqual([`${SET}/`]);
    expect((await remove(`/embargo/dis/${SET}`)).json()).toBe(true);
    const status = (await server.call('GET', '/api/v2/test/dis/shortStatus')).json<SetStatus[]>();
    expect(status.map(({ disId }) => disId)).toEqual([SET]);
    expect((await remove('/')).statusCode).toBe(400);
  });
});
