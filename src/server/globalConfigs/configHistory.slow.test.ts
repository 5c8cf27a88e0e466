/** The history of global configuration files: every change with who made it, and restoring earlier ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Area, ConfigHistoryContent, ConfigHistoryEntry, GlobalConfigFile } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';

const NAME = 'country_list_1.xml';
const countries = (...names: string[]) =>
  `<countries>\n${names.map((name) => `<country code="DE" name="${name}"/>\n`).join('')}</countries>`;

describe.each(databases())('the history of global configurations on %s', (kind) => {
  let server: TestApp;
  let admin = '';
  beforeAll(async () => {
    server = await startTestApp(kind);
    admin = (await server.signIn(['ROLE_ADMIN'])).username;
  });
  afterAll(() => server.stop());

  async function upload(xml: string, { fileName = NAME, area = 'prod' as Area } = {}) {
    const { headers, payload } = multipart(fileName, Buffer.from(xml));
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/${area}/api/v2/admin/global-files`,
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const history = async (query = '', area: Area = 'prod') =>
    (await server.call('GET', `/${area}/api/v2/admin/global-files/history${query}`)).json<ConfigHistoryEntry[]>();
  const changes = async (query?: string) =>
    (await history(query)).map(({ fileName, action, who, current }) => [fileName, action, who, current]);
  const contentOf = async (id: number | undefined, area: Area = 'prod') =>
    server.call('GET', `/${area}/api/v2/admin/global-files/history/content?entry=${id}`);
  const restore = (entry: number | undefined, area: Area = 'prod', newestSeen?: number | undefined) =>
    server.call('POST', `/${area}/api/v2/admin/global-files/restore`, {
      body: { entry, ...(newestSeen !== undefined && { newestSeen }) },
    });
  const files = async () =>
    (await server.call('GET', '/prod/api/v2/admin/global-files/status')).json<GlobalConfigFile[]>();

  it('A 2: has replaced and deleted files, with who changed them and when', async () => {
    await upload(countries('DE'));
    await upload(countries('DE', 'FR'));
    await upload(countries('DE', 'FR'), { fileName: 'country_list_2.xml' });
    // The same again changes nothing.
    await upload(countries('DE', 'FR'));
    const deletion = await server.call(
      'DELETE',
      `/api/v2/admin/file-elements-delete?path=${encodeURIComponent(`/prod/global-configs/${NAME}`)}`,
    );
    expect(deletion.body).toBe('true');
    expect(await changes()).toEqual([
      [NAME, 'delete', admin, true],
      ['country_list_2.xml', 'upload', admin, true],
      [NAME, 'upload', admin, false],
      [NAME, 'upload', admin, false],
    ]);
    const [deleted, second, first] = await history(`?fileName=${NAME}`);
    expect([deleted?.size, first?.size]).toEqual([null, Buffer.byteLength(countries('DE'))]);
    expect(Date.parse(first?.at ?? '')).toBeLessThanOrEqual(Date.parse(second?.at ?? ''));
    expect((await contentOf(first?.id)).json<ConfigHistoryContent>()).toEqual({
      fileName: NAME,
      content: countries('DE'),
    });
    expect((await contentOf(deleted?.id)).json()).toMatchObject({ content: null });
  });

  it('restores an earlier entry; that is a change of its own and in force at once', async () => {
    const [, , first] = await history(`?fileName=${NAME}`);
    const answer = await restore(first?.id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ message: `${NAME} is active in Prod again, as it was before.` });
    expect(await files()).toContainEqual({ fileName: NAME, content: countries('DE') });
    expect((await changes(`?fileName=${NAME}`))[0]).toEqual([NAME, 'restore', admin, true]);
    // Restoring an entry that is a deletion deletes the file again.
    const deletion = (await history(`?fileName=${NAME}`)).find(({ action }) => action === 'delete');
    expect((await restore(deletion?.id)).json()).toEqual({ message: `${NAME} is no longer active in Prod.` });
    expect((await files()).map(({ fileName }) => fileName)).toEqual(['country_list_2.xml']);
    const log = (await server.call('GET', '/api/v2/admin/log?size=5')).json<{ items: { message: string }[] }>();
    expect(log.items.map(({ message }) => message)).toContain(`${NAME} is active in Prod again, as it was before.`);
  });

  it('has the entries of its own area only, and refuses unknown ones', async () => {
    const [, , first] = await history(`?fileName=${NAME}`);
    expect(await history('', 'embargo')).toEqual([]);
    expect((await contentOf(first?.id, 'embargo')).statusCode).toBe(404);
    expect((await restore(first?.id, 'embargo')).statusCode).toBe(404);
    expect((await restore(999_999)).statusCode).toBe(404);
  });

  it('does not undo a change that nobody has seen: of several restores at once, one succeeds', async () => {
    const fileName = 'country_list_seen.xml';
    for (const name of ['a', 'b', 'c', 'd', 'e']) await upload(countries(name), { fileName });
    const [newest, ...older] = await history(`?fileName=${fileName}`);
    const late = await restore(older[1]?.id, 'prod', older[0]?.id);
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'config-changed']);
    expect((await history(`?fileName=${fileName}`))[0]?.id).toBe(newest?.id);
    const answers = await Promise.all(older.map(({ id }) => restore(id, 'prod', newest?.id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await history(`?fileName=${fileName}`)).toHaveLength(6);
  });

  it('has the newest hundred entries of a file, and fewer of large ones', async () => {
    const fileName = 'country_list_many.xml';
    for (let i = 0; i < 103; i += 1) await upload(countries('DE', `A${i}`), { fileName, area: 'preprod' });
    const all = await history(`?fileName=${fileName}`, 'preprod');
    expect(all).toHaveLength(100);
    expect((await contentOf(all[0]?.id, 'preprod')).body).toContain('A102');
    expect((await contentOf(all.at(-1)?.id, 'preprod')).body).toContain('A3');
  });

  it('has both of two simultaneous changes, in the order in which they came into force', async () => {
    const fileName = 'country_list_together.xml';
    await Promise.all(Array.from({ length: 12 }, (_, i) => upload(countries(`B${i}`), { fileName, area: 'embargo' })));
    const all = await history(`?fileName=${fileName}`, 'embargo');
    expect(all).toHaveLength(12);
    const inForce = (await server.call('GET', '/embargo/api/v2/admin/global-files/status'))
      .json<GlobalConfigFile[]>()
      .find((file) => file.fileName === fileName);
    expect((await contentOf(all[0]?.id, 'embargo')).json()).toEqual(inForce);
  });
});
