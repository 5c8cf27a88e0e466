/** A set with as many versions as the largest carmakers have: more than one call takes as arguments. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MappingRow } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET, VERSION } from '../testing/tinyPacks.ts';

const VERSIONS = 200_000;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const ids = Array.from(
    { length: VERSIONS },
    (_, i) => VERSION.slice(0, 7) + i.toString(36).toUpperCase().padStart(9, '0'),
  );
  const versions = ids.map((id) => `<version id="${id}" label="one of many"/>`).join('\n');
  await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': `<versions>${versions}</versions>` }));
});
afterAll(() => server.stop());

it('is listed whole in the mapping', async () => {
  const answer = await server.call('GET', '/embargo/api/v2/test/test/lcdvMapping', { as: ['ROLE_TEST_EMBARGO'] });
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  expect(answer.json<MappingRow[]>()).toHaveLength(VERSIONS);
});
