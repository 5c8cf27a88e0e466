/** OWASP ASVS 5.4.3: packs pass the operator's virus scanner. The EICAR test file serves as a virus. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BatchRow } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { folderOfStore } from '../testing/testServer.ts';
import { META, metaZip, rawZip, SET, zipOf } from '../testing/tinyPacks.ts';

/** In two halves, so that scanners do not take this file for a virus. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const NAME = `meta-${SET}.zip`;

/** Behaves like `clamdscan --no-summary -`, for packs with uncompressed entries. */
const SCANNER = `
import { buffer } from 'node:stream/consumers';
const mode = process.argv[2];
if (mode === 'broken') process.exit(2);
if (mode === 'early') { console.log('stream: Win.Test.EICAR_HDB-1 FOUND'); process.exit(1); }
const bytes = await buffer(process.stdin);
const found = bytes.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE');
console.log(found ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK');
process.exit(found ? 1 : 0);
`;

describe('a virus scanner', () => {
  let server: TestApp;
  let scanner: string;
  beforeEach(() => {
    scanner = join(folderOfStore(), 'scanner.mjs');
    writeFileSync(scanner, SCANNER);
  });
  afterEach(() => server.stop());
  const start = async (mode = 'scan', program = process.execPath) => {
    server = await startTestApp('sqlite', { LACQUER_SCAN_COMMAND: `${program}  ${scanner} ${mode}` });
  };
  const rawZipOf = async (files: Record<string, string>) => {
    return rawZip(Object.entries(files).map(([name, content]) => ({ name, content })));
  };
  const infected = () =>
    rawZipOf({
      [`${SET}/versions.xml`]: (META['versions.xml'] ?? '').replace('e-208 GT', EICAR.replaceAll(/[<>&"]/g, '')),
    });

  it('an infected pack is refused with the name of the virus, and nothing of it is live', async () => {
    await start();
    expect(await server.deliver(NAME, await infected())).toMatchObject({
      state: 'refused',
      problems: [{ entry: NAME, reason: 'the virus scanner found Win.Test.EICAR_HDB-1' }],
    });
    expect((await server.call('GET', '/api/v2/test/dis')).json()).toEqual([]);
    const log = (await server.call('GET', '/api/v2/admin/log?size=100')).body;
    const specific = (await server.call('GET', '/api/v2/admin/getspecificlog')).body;
    expect(log + specific).toContain('Win.Test.EICAR_HDB-1');
  });

  it('a clean pack goes live; so does the next after an infected one', async () => {
    await start();
    await server.deliver(NAME, await infected());
    expect((await server.deliver(NAME, await metaZip())).state).toBe('live');
  });

  it('a scanner that closes its input early is believed, even before a large pack has passed through', async () => {
    await start('early');
    const large = await zipOf({ 'co2/A.png': Buffer.alloc(8 * 1024 ** 2, 'x') });
    expect(
      (await server.deliver('static_a.zip', Buffer.concat([large, Buffer.alloc(8 * 1024 ** 2)]))).problems,
    ).toEqual([{ entry: 'static_a.zip', reason: 'the virus scanner found Win.Test.EICAR_HDB-1' }]);
  });

  it.each([
    ['one that cannot tell', 'broken', process.execPath, /gave no verdict \(exit code 2\)/],
    ['one that is not there', 'scan', '/nowhere/clamdscan', /could not be started/],
  ])('%s keeps the pack from going live, and the batch summary says why', async (_what, mode, program, why) => {
    await start(mode, program);
    expect((await server.upload(NAME, await metaZip())).statusCode).toBe(200);
    await expect
      .poll(async () => (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>()[0]?.jobStatus, {
        timeout: 60_000,
      })
      .toBe('FAILED');
    const [job] = (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
    expect(JSON.stringify(job)).toMatch(why);
    expect((await server.call('GET', '/api/v2/test/dis')).json()).toEqual([]);
  });
});
