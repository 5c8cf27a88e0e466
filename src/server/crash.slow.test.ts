/**
 * kill -9 of the real server in the middle of uploads and of reading packs: what was acknowledged is live or refused
 * after the next start, what was not has left nothing behind.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Pack } from '../contract/index.ts';
import { FULL } from './testing/length.ts';
import { endAll, folderOfStore, start } from './testing/testServer.ts';
import { META, metaZip, plain, zipOf } from './testing/tinyPacks.ts';

const setOf = (n: number) => `1KL2A5QESFB0A0${String(n).padStart(2, '0')}`;
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

afterEach(endAll);

describe('kill -9', () => {
  it('acknowledged packs become live or refused, others leave nothing, and the list of sets matches, round after round', async () => {
    const data = folderOfStore();
    const acknowledged = new Map<string, { sha256: string; good: boolean }>();
    const picture = await plain([1, 2, 3, 128], 300, 200);
    let number = 0;

    for (const wait of FULL ? [0, 15, 40, 90, 160] : [0, 90]) {
      const server = await start(data);
      const uploads = await Promise.all(
        Array.from({ length: 4 }, async (_, i) => {
          const disId = setOf(number++);
          const good = i !== 3;
          const profile = META['asset-profile.xml'] ?? '';
          const text = good ? profile : profile.replace('</viewport>', '');
          const bytes =
            i === 0
              ? await zipOf({
                  [`${disId}/asset-profile.xml`]: text,
                  ...Object.fromEntries(Array.from({ length: 60 }, (_, p) => [`${disId}/ext/001/p${p}.png`, picture])),
                })
              : await metaZip(
                  Object.fromEntries(
                    Object.keys(META).map((name) => [name, name === 'asset-profile.xml' ? text : undefined]),
                  ),
                  disId,
                );
          return { name: i === 0 ? `oneLayer_${disId}.zip` : `meta-${disId}.zip`, disId, bytes, good };
        }),
      );
      await server.uploadHalf(`meta_half${wait}.zip`, Buffer.concat([Buffer.from('PK'), Buffer.alloc(2_000_000)]));
      const answers = uploads.map(async ({ name, bytes, good }) => {
        const answer = await server.upload(name, bytes);
        if (answer) acknowledged.set(name, { sha256: answer.sha256, good });
      });
      // In the rounds with a longer wait, the packs are being read when the server is killed.
      if (wait > 0) await Promise.race(answers);
      await new Promise((resolve) => setTimeout(resolve, wait));
      await server.kill();
      await Promise.all(answers);
    }

    const server = await start(data);
    const packs = async () => (await (await server.get('/api/v2/admin/files')).json()) as Pack[];
    // A job of a killed process waits for its lease to expire.
    await expect
      .poll(async () => (await packs()).filter((pack) => pack.state === 'received' || pack.state === 'reading'), {
        timeout: 60_000,
        interval: 300,
      })
      .toEqual([]);
    const after = await packs();
    expect(acknowledged.size).toBeGreaterThan(0);
    expect(after.filter((pack) => pack.fileName.startsWith('meta_half'))).toEqual([]);
    for (const [name, { sha256, good }] of acknowledged) {
      const pack = after.find((one) => one.fileName === name);
      expect(pack, name).toMatchObject({ sha256, state: good ? 'live' : 'refused' });
    }
    // A pack whose answer was lost may exist too, but then it is complete.
    const live = after.filter((pack) => pack.state === 'live').flatMap((pack) => pack.disIds);
    expect(await (await server.get('/embargo/api/v2/test/dis')).json()).toEqual(live.sort());
    for (const disId of live) {
      const answer = await server.get(`/embargo/api/v2/test/dis/${disId}/resolutions`);
      expect(await answer.json(), disId).toHaveLength(2);
    }
    const jobs = (await (await server.get('/api/v2/admin/getBatchSummary')).json()) as {
      jobName: string;
      jobStatus: string;
    }[];
    expect(jobs.every((job) => job.jobStatus === 'COMPLETED' || job.jobStatus === 'FAILED')).toBe(true);
    expect(jobs.filter(({ jobName }) => jobName === 'readPack')).toHaveLength(after.length);
    await server.kill();

    // Every blob that a pack names is complete.
    const blobs = new Map(
      filesBelow(join(data, 'blobs')).map((path) => [path.split('/').slice(-2).join(''), statSync(path).size]),
    );
    for (const pack of after) expect(blobs.get(pack.sha256), pack.fileName).toBe(pack.size);
  });
});
