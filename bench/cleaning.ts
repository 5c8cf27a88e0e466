/**
 * The nightly cleaning of a store with 300,000 pictures beside other requests: how much longer the slowest of them takes, and
 * how much memory the process takes meanwhile. The requests come from another process; an untouched state is measured as long
 * before.
 *
 *   cleaningLimits
 */

import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { collect } from '../src/server/catalogue/testing/garbage.ts';
import { openFolderBlobs } from '../src/server/platform/blobs/folder.ts';
import { memoryDuring } from '../src/server/platform/threads/testing/turns.ts';
import { manySetId, putManyPictures } from '../src/server/testing/manyPictures.ts';
import { startTestApp } from '../src/server/testing/testApp.ts';
import { startAsker } from './asking.ts';
import { type LimitRow, limitLineOf } from './rows.ts';

const SETS = 300;
const PICTURES = 1000;
/** The last one deletes; the others only look, so that all have the same to read. */
const RUNS = 3;
const MIB = 1024 ** 2;

interface Cleaning {
  /** milliseconds that the slowest request takes longer, of each run */
  readonly slower: readonly number[];
  /** bytes, of each run */
  readonly memory: readonly number[];
}

async function measure(): Promise<Cleaning> {
  const server = await startTestApp();
  const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
  await putManyPictures({ database: server.database, blobs }, { sets: SETS, pictures: PICTURES });
  const { cookie } = await server.signIn(['ROLE_TEST_EMBARGO']);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const asker = await startAsker((server.app.server.address() as AddressInfo).port, 2, cookie);
  const paths = [`/embargo/api/v2/test/dis/${manySetId(1)}/resolutions`, '/api/v2/public/user'];
  /** Asks until the work has ended. @returns milliseconds of the slowest request */
  async function slowestDuring(work: Promise<unknown>): Promise<number> {
    let working = true;
    const ended = work.finally(() => {
      working = false;
    });
    let slowest = 0;
    while (working) slowest = Math.max(slowest, (await asker.ask({ paths, times: 50, accept: '*/*' })).slowest);
    await ended;
    return slowest;
  }
  const slower: number[] = [];
  const memory: number[] = [];
  try {
    await asker.ask({ paths, times: 500, accept: '*/*' });
    for (let run = 0; run < RUNS; run++) {
      const begun = performance.now();
      let during = 0;
      const clean = () => collect({ database: server.database, blobs }, { dryRun: run < RUNS - 1 });
      memory.push(
        await memoryDuring(async () => {
          during = await slowestDuring(clean());
        }),
      );
      const rest = performance.now() - begun;
      slower.push(during - (await slowestDuring(new Promise((resolve) => setTimeout(resolve, rest)))));
    }
  } finally {
    asker.end();
    await server.stop();
  }
  return { slower, memory };
}

/** Both rows are of one measurement. */
export function cleaningLimits(): LimitRow[] {
  let measured: Promise<Cleaning> | undefined;
  const once = () => {
    measured ??= measure();
    return measured;
  };
  const work = `nightly cleaning of ${(SETS * PICTURES).toLocaleString('en')} pictures`;
  return [
    {
      work: `${work}: the slowest other request takes longer by`,
      unit: 'ms',
      allowed: 50,
      measure: async () => (await once()).slower,
    },
    {
      work: `${work}: memory taken`,
      unit: 'MiB',
      allowed: 100,
      measure: async () => (await once()).memory.map((bytes) => bytes / MIB),
    },
  ];
}

if (import.meta.main) {
  for (const row of cleaningLimits()) console.log(limitLineOf(row, await row.measure()));
  process.exit(0);
}
