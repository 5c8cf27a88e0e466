/** Every call that moves a set writes to the dynamic image log which versions it added and removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogLine } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const OTHER = '1QQ2A5xxxxxxxxxx';
const [GT, ACTIVE] = ['1PP2A5QESFB0A0F4', '1PP2A5QESFB0A0F5'];

describe.each(databases())('lines of the LCDV mapping on %s', (kind) => {
  let server: TestApp;
  let read = 0;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  const log = async () =>
    (await server.call('GET', '/api/v2/admin/getspecificlog?message=DynamicImageSet&alternativeMessage=Corvet'))
      .json<LogLine[]>()
      .filter(({ message }) => message.startsWith('Corvet'))
      .map(({ context, message }) => [context, message] as const)
      .reverse();
  /** The lines since the last call, once there are `count` of them. */
  const lines = async (count: number) => {
    await expect.poll(async () => (await log()).length).toBe(read + count);
    const fresh = (await log()).slice(read);
    read += count;
    return fresh;
  };
  const versions = (...ids: string[]) =>
    `<versions>${ids.map((id) => `<version id="${id}" label="L"/>`).join('')}</versions>`;
  const deliver = async (...ids: string[]) =>
    server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': versions(...ids) }));
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => {
    const answer = await server.call(method, url, body ? { body } : {});
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const promote = (what: string, source: string, target: string) =>
    call('POST', `/api/v2/admin/dis/${SET}/${what}`, { disId: SET, source, target });

  it('uploading: the versions that are added and removed, but not those that stay', async () => {
    await deliver(GT);
    expect(await lines(1)).toEqual([[GT, `Corvet: version ${GT} added to set ${SET} in Embargo.`]]);
    await deliver(GT, ACTIVE);
    expect(await lines(1)).toEqual([[ACTIVE, `Corvet: version ${ACTIVE} added to set ${SET} in Embargo.`]]);
    await deliver(ACTIVE);
    expect(await lines(1)).toEqual([[GT, `Corvet: version ${GT} removed from set ${SET} in Embargo.`]]);
  });

  it('promoting all, promoting meta, rolling back', async () => {
    await promote('promote', 'embargo', 'preprod');
    expect(await lines(1)).toEqual([[ACTIVE, `Corvet: version ${ACTIVE} added to set ${SET} in Pre-Prod.`]]);
    await deliver(GT, ACTIVE);
    await lines(1);
    await promote('promoteMetadata', 'embargo', 'preprod');
    expect(await lines(1)).toEqual([[GT, `Corvet: version ${GT} added to set ${SET} in Pre-Prod.`]]);
    const history = (await call('GET', `/api/v2/admin/dis/${SET}/history`)).json<{ id: number; area: string }[]>();
    const first = history.findLast(({ area }) => area === 'preprod');
    await call('POST', `/api/v2/admin/dis/${SET}/rollback`, { area: 'preprod', entry: first?.id });
    expect(await lines(1)).toEqual([[GT, `Corvet: version ${GT} removed from set ${SET} in Pre-Prod.`]]);
  });

  it('copying, renaming, deleting a file, deleting', async () => {
    await deliver(ACTIVE);
    await lines(1);
    await call('GET', `/api/v2/admin/dis/${SET}/copy?targetDisId=${OTHER}`);
    expect(await lines(1)).toEqual([[ACTIVE, `Corvet: version ${ACTIVE} added to set ${OTHER} in Embargo.`]]);
    await call('GET', `/api/v2/admin/dis/${OTHER}/rename?targetDisId=1RR2A5xxxxxxxxxx`);
    expect(await lines(2)).toEqual([
      [ACTIVE, `Corvet: version ${ACTIVE} removed from set ${OTHER} in Embargo.`],
      [ACTIVE, `Corvet: version ${ACTIVE} added to set 1RR2A5xxxxxxxxxx in Embargo.`],
    ]);
    await call('DELETE', '/api/v2/admin/file-elements-delete?path=/embargo/dis/1RR2A5xxxxxxxxxx/versions.xml');
    expect(await lines(1)).toEqual([
      [ACTIVE, `Corvet: version ${ACTIVE} removed from set 1RR2A5xxxxxxxxxx in Embargo.`],
    ]);
    await call('DELETE', `/api/v2/admin/dis/${SET}`);
    expect((await lines(2)).map(([, message]) => message)).toEqual([
      `Corvet: version ${ACTIVE} removed from set ${SET} in Embargo.`,
      `Corvet: version ${ACTIVE} removed from set ${SET} in Pre-Prod.`,
    ]);
  });

  it('many versions share a line', async () => {
    const many = Array.from({ length: 250 }, (_, i) => `1PP2A5QESF${String(i).padStart(6, '0')}`);
    await deliver(...many);
    const two = await lines(2);
    expect(two.map(([context, message]) => [context, message.slice(0, 60)])).toEqual(
      [
        ['mapping', `Corvet: 200 versions added to set ${SET} in Embargo:`.slice(0, 60)],
        ['mapping', `Corvet: 50 versions added to set ${SET} in Embargo: 1`.slice(0, 60)],
      ].map(([context, message]) => [context, expect.stringContaining(message ?? '')]),
    );
    expect(two[0]?.[1]).toContain(`${many[199]}.`);
  });
});
