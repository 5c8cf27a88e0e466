/**
 * A large store stays responsive: lists, deliveries, reports and clean-up never block the main thread for long. The
 * store is made of rows. LACQUER_TEST_PICTURES is the number of pictures; releases are measured with 300000
 * (CONTRIBUTING.md).
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../contract/index.ts';
import { openSnapshots } from './catalogue/snapshots.ts';
import { collect } from './catalogue/testing/garbage.ts';
import { openFolderBlobs } from './platform/blobs/folder.ts';
import { longestTurn, memoryDuring, type Turns } from './platform/threads/testing/turns.ts';
import { databases } from './testing/databases.ts';
import { manySetId, manyVersionId, putManyJobs, putManyPictures, putManyStatic } from './testing/manyPictures.ts';
import { startTestApp, type TestApp } from './testing/testApp.ts';

const PICTURES = Number(process.env['LACQUER_TEST_PICTURES'] ?? 12_000);
/** An eighth of them are in sets of a few, some in one static pack, the others in sets of many. */
const OF_A_SMALL_SET = 6;
const SMALL = Math.ceil(PICTURES / 8 / OF_A_SMALL_SET);
const STATIC = Math.ceil(PICTURES / 40);
const OF_A_SET = 600;
const LARGE = Math.ceil((PICTURES - SMALL * OF_A_SMALL_SET - STATIC) / OF_A_SET);
const JOBS = Math.ceil(PICTURES / 4);
/** Units of longestTurn: about 50 ms on the machine that this was written on. */
const HELD = 20;

const tell = (what: string, { units, idle, milliseconds }: Turns) =>
  console.log(
    `${what}: the longest turn took ${units.toFixed(1)} units (${milliseconds.toFixed(1)} ms CPU), at rest ${idle.toFixed(1)}`,
  );

describe.each(databases())(`a store of ${PICTURES} pictures on %s`, { timeout: 900_000 }, (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
    const { database } = server;
    await putManyPictures({ database, blobs }, { sets: LARGE, pictures: OF_A_SET });
    await putManyPictures({ database, blobs }, { first: LARGE, sets: SMALL, pictures: OF_A_SMALL_SET, moves: 2 });
    await putManyStatic({ database, blobs }, STATIC);
    await putManyJobs(database, JOBS);
    await server.signIn(['ROLE_ADMIN']);
  }, 600_000);
  afterAll(() => server.stop());

  const held = async (what: string, work: () => Promise<unknown>) => {
    const turns = await longestTurn(work);
    tell(what, turns);
    expect(turns.units, what).toBeLessThan(HELD);
  };

  const QUERIES: Readonly<Record<string, string>> = {
    versions: `?disId=${manySetId(1)}`,
    fileElements: '?path=/embargo/dis',
    previewFileDeletion: `?path=/embargo/dis/${manySetId(1)}`,
    optionImageInfo: '?versionWildcard=1PP2',
    staticHistory: '?fileName=static_a.zip',
    staticDiff: '?fileName=static_a.zip&source=embargo&target=prod',
  };
  const PARAMS: Readonly<Record<string, string>> = {
    ':id': manySetId(1),
    ':version': manyVersionId(1),
    ':optionType': 'colors',
    ':type': 'colors',
  };
  const LEFT_OUT = ['jobChanges', 'oidcStart', 'oidcCallback', 'clearAllCaches', 'fileElementContent', 'fileContent'];
  const lists = Object.entries(routes).filter(
    ([name, route]) =>
      route.method === 'GET' && !('changes' in route) && !LEFT_OUT.includes(name) && !/sha256|jobId/.test(route.path),
  );

  it.each(lists.map(([name, route]) => [name, route.path]))('%s does not block other calls', async (name, path) => {
    const url = path.replaceAll(/:\w+/g, (param) => PARAMS[param] ?? param) + (QUERIES[name] ?? '');
    let status = 0;
    await held(name, async () => {
      status = (await server.call('GET', url)).statusCode;
    });
    expect(status, url).toBeLessThan(500);
  });

  it('cleaning up does not block other calls, and takes little memory', async () => {
    const { database } = server;
    const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
    const snapshots = openSnapshots(database, blobs);
    const clean = (dryRun: boolean) => collect({ database, blobs }, { snapshots, dryRun });
    const would = await clean(true);
    const unneeded = LARGE * OF_A_SET + SMALL * OF_A_SMALL_SET;
    expect(would).toMatchObject({ snapshots: LARGE * 4, derived: unneeded });
    let done: unknown;
    const grown = await memoryDuring(() =>
      held('cleaning up', async () => {
        done = await clean(false);
      }),
    );
    expect(done).toEqual(would);
    expect(grown).toBeLessThan(100 * 1024 ** 2);
    await snapshots.close();
  });
});
