/** The example files in docs/formats.md are taken in as they stand, and each kind of file has one. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseGlobalConfigName } from '../../engine/packNames.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { plain, zipOf } from '../testing/tinyPacks.ts';
import { META_FORMATS, type XmlFormat } from '../xmlFiles/formats.ts';

const root = new URL('../../../', import.meta.url);
const SET = '1PP2A5xxxxxxxxxx';
const GT = '1PP2A5QESFB0A0F4';
const ACTIVE = '1PP2A5QESFB0A0F5';

const examples = Array.from(
  readFileSync(new URL('docs/formats.md', root), 'utf8').matchAll(/^`([\w-]+\.xml)`:\n\n```xml\n([^`]+)```$/gm),
  ([, name = '', content = '']) => ({ name, content }),
);
function formatOf(name: string): XmlFormat | undefined {
  const config = parseGlobalConfigName(name);
  return META_FORMATS.get(name) ?? ('kind' in config ? config.kind : undefined);
}

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

it('each schema has an example', () => {
  const schemas = readdirSync(new URL('formats/', root)).map((file) => file.replace(/\.xsd$/, ''));
  expect(examples.map(({ name }) => formatOf(name)).toSorted()).toEqual(schemas.toSorted());
});

it('the meta files make a set, whose pictures have the layers that the comments say', async () => {
  const meta = examples.filter(({ name }) => META_FORMATS.has(name)).map(({ name, content }) => [name, content]);
  await server.deliver(`meta-${SET}.zip`, await zipOf(Object.fromEntries(meta)));
  const picture = await plain([10, 20, 30, 255]);
  const layers = ['shadow', 'black', 'white', 'wheels_16', 'wheels_18', 'mirror'];
  const pictures = layers.flatMap((layer) => ['001', '002'].map((angle) => [`${angle}/${layer}.png`, picture]));
  await server.deliver(`image-ext-${SET}.zip`, await zipOf(Object.fromEntries(pictures)));
  const painted = async (version: string, more: string) => {
    const query = `versionId=${version}&size=HD&format=png&${more}`;
    const answer = await server.call('GET', `/embargo/api/v2/image/dis/${SET}/imageFromOptions?${query}`, {
      as: ['ROLE_TEST_EMBARGO'],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.headers['x-lacquer-layers'];
  };
  expect(await painted(GT, 'view=001')).toBe('shadow,white,wheels_16');
  expect(await painted(ACTIVE, 'view=001&options=0MM00N9V,RS08')).toBe('shadow,black,wheels_18');
  expect(await painted(GT, 'view=001&options=0MM00N9V')).toBe('shadow,black,wheels_18');
  // RS08 is offered with black paint only, and RS07 for the GT only.
  expect(await painted(ACTIVE, 'view=001&options=RS08')).toBe('shadow,white,wheels_16');
  expect(await painted(ACTIVE, 'view=001&options=0MM00N9V,RS07')).toBe('shadow,black,wheels_16');
  expect(await painted(ACTIVE, 'view=002&options=0MM00N9V,RS08')).toBe('shadow,wheels_18,black');
  expect(await painted(GT, 'view=001&driverType=RHD')).toBe('shadow,white,wheels_16,mirror');
});

it.each(examples.filter(({ name }) => !META_FORMATS.has(name)))('$name is taken in', async ({ name, content }) => {
  const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
  const { headers, payload } = multipart(name, Buffer.from(content));
  const answer = await server.app.inject({
    method: 'POST',
    url: '/embargo/api/v2/admin/global-files',
    headers: { ...headers, cookie, 'x-csrf-token': token },
    payload,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
});
