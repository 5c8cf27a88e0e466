/** The file browser with a folder of very many entries. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileElement } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { putManyFiles } from '../testing/manyFiles.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

describe.each(databases())('the file browser on %s', (kind) => {
  let server: TestApp;
  const call = (method: 'GET' | 'DELETE', name: string, path: string) =>
    server.call(method, `/api/v2/admin/${name}?path=${encodeURIComponent(path)}`);
  const list = async (path: string) => (await call('GET', 'file-elements', path)).json<FileElement[]>();

  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('A 2: lists 50,000 entries', async () => {
    const bytes = await putManyFiles(server, 'static_many.zip', 50_000);
    const pack = '/embargo/static/static_many.zip';
    const last = `${pack}/co2/C49999.png`;
    expect(await list(`${pack}/co2`)).toHaveLength(50_000);
    expect((await call('GET', 'file-elements-content', last)).rawPayload.equals(bytes)).toBe(true);
    const preview = (await call('GET', 'file-elements-deletion', pack)).json();
    expect(preview).toMatchObject({ files: 50_000, removesAll: true });
    expect((await call('DELETE', 'file-elements-delete', last)).json()).toBe(true);
    expect(await list(`${pack}/co2`)).toHaveLength(49_999);
  });
});
