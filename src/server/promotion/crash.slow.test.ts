/** kill -9 in the middle of promotions and roll backs: each area shows the complete old state or the complete new one. */
import { afterEach, describe, expect, it } from 'vitest';
import type { BatchRow, HistoryEntry, Pack, SetVersion } from '../../contract/index.ts';
import { FULL } from '../testing/length.ts';
import { endAll, folderOfStore, type Running, start } from '../testing/testServer.ts';
import { META, metaZip, pixelsOf, plain, SET, zipOf } from '../testing/tinyPacks.ts';

afterEach(endAll);

const LABELS = ['red', 'green'] as const;
const COLOURS = { red: [255, 0, 0, 255], green: [0, 255, 0, 255] } as const;

async function live(server: Running): Promise<void> {
  const states = async () => ((await (await server.get('/api/v2/admin/files')).json()) as Pack[]).map((p) => p.state);
  await expect.poll(async () => (await states()).every((state) => state === 'live')).toBe(true);
}

/** Both packs of one state: its label is in the meta, its colour in the picture. */
async function deliver(server: Running, label: (typeof LABELS)[number]): Promise<void> {
  const versions = META['versions.xml']?.replaceAll(/label="[^"]*"/g, `label="${label}"`);
  await server.upload(`meta-${SET}.zip`, await metaZip({ 'versions.xml': versions }));
  await live(server);
  await server.upload(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(COLOURS[label]) }));
  await live(server);
}

/** How often refs of the set moved. */
const moves = async (server: Running): Promise<number> =>
  ((await (await server.get(`/api/v2/admin/dis/${SET}/history`)).json()) as HistoryEntry[]).length;

/** What an area shows: the label and the colour, which must belong to one state. Two calls, so no ref may move between them. */
async function shown(server: Running, area: string): Promise<string> {
  for (;;) {
    const before = await moves(server);
    const [first] = (await (await server.get(`/${area}/api/v2/test/versions?disId=${SET}`)).json()) as SetVersion[];
    const path = `/${area}/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`;
    const picture = await server.get(path);
    const { rgba } = await pixelsOf(new Uint8Array(await picture.arrayBuffer()));
    const colour = LABELS.find((label) => COLOURS[label].every((value, i) => value === rgba[i]));
    if ((await moves(server)) === before) return `${first?.versionLabel} ${colour}`;
  }
}

describe('kill -9 while refs move', () => {
  it('leaves preprod and prod old or new, never mixed; requested promotions are done after the next start', async () => {
    const data = folderOfStore();
    let server = await start(data);
    await deliver(server, 'red');
    const promote = (target: string) =>
      server.post(`/api/v2/admin/dis/${SET}/promote`, { disId: SET, source: 'embargo', target });
    await promote('preprod');
    await promote('prod');
    await expect.poll(() => shown(server, 'prod').catch(() => '')).toBe('red red');
    await deliver(server, 'green');
    const history = (await (await server.get(`/api/v2/admin/dis/${SET}/history`)).json()) as HistoryEntry[];
    const red = history.find(({ area }) => area === 'preprod');

    for (const wait of FULL ? [0, 3, 8, 15, 30, 60, 5, 11, 22, 45] : [0, 15]) {
      const requests = [
        promote('preprod'),
        server.post(`/api/v2/admin/dis/${SET}/rollback`, { area: 'preprod', entry: red?.id }),
        promote('prod'),
        promote('preprod'),
      ];
      await new Promise((resolve) => setTimeout(resolve, wait));
      await server.kill();
      await Promise.all(requests);
      server = await start(data);
      for (const area of ['preprod', 'prod']) expect(['red red', 'green green']).toContain(await shown(server, area));
    }
    // Jobs of killed processes wait for their lease to run out, then are done.
    const jobs = async () => (await (await server.get('/api/v2/admin/getBatchSummary')).json()) as BatchRow[];
    await expect
      .poll(async () => (await jobs()).filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length, {
        timeout: 60_000,
        interval: 300,
      })
      .toBe(0);
    expect((await jobs()).every((job) => job.jobStatus === 'COMPLETED')).toBe(true);
    for (const area of ['preprod', 'prod']) expect(['red red', 'green green']).toContain(await shown(server, area));
  });
});
