/** Renames of a promoted set: in all areas or, for administrators, in Embargo only. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AREAS, type BatchRow, type LogLine, type SetStatus } from '../../contract/index.ts';
import { findRef, moveRef } from '../catalogue/refs.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import type { Database } from '../schema.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, zipOf } from '../testing/tinyPacks.ts';
import { renameSet } from './sets.ts';

const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const RED = [255, 0, 0, 255];

let count = 0;
function freshId(): string {
  count += 1;
  return `7RN${String(count).padStart(3, '0')}xxxxxxxxxx`;
}

describe.each(databases())('rename on %s', (kind) => {
  let server: TestApp;
  let disId = '';
  let other = '';
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    [disId, other] = [freshId(), freshId()];
    const versions = `<versions><version id="${disId.slice(0, 6)}QESFB0A0F4" label="a"/></versions>`;
    await server.deliver(`meta-${disId}.zip`, await metaZip({ 'versions.xml': versions }, disId));
    await server.deliver(`image-ext-${disId}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await promote(disId, 'preprod');
    await promote(disId, 'prod');
  });

  const promote = async (id: string, target: string) => {
    const body = { disId: id, source: 'embargo', target };
    expect((await server.call('POST', `/api/v2/admin/dis/${id}/promote`, { ...UPLOADER, body })).statusCode).toBe(200);
    await expect
      .poll(async () => {
        const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary', ADMIN)).json<BatchRow[]>();
        return jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length;
      })
      .toBe(0);
  };
  const rename = (query = '', who: typeof UPLOADER | typeof ADMIN = UPLOADER) =>
    server.call('GET', `/api/v2/admin/dis/${disId}/rename?targetDisId=${other}${query}`, who);
  const areasOf = async (id: string) => {
    const lists = AREAS.map(async (area) => {
      const ids = (await server.call('GET', `/${area}/api/v2/test/dis`, ADMIN)).json<string[]>();
      return ids.includes(id) ? [area] : [];
    });
    return (await Promise.all(lists)).flat();
  };
  const status = async (id: string) =>
    (await server.call('GET', '/api/v2/test/dis/shortStatus', UPLOADER))
      .json<SetStatus[]>()
      .find((row) => row.disId === id);

  it('renames in all areas that have the set, with its dates', async () => {
    const before = await status(disId);
    const answer = await rename();
    expect(answer.body).toBe(`Rename of ${disId} done.`);
    expect(await areasOf(disId)).toEqual([]);
    expect(await areasOf(other)).toEqual([...AREAS]);
    expect(await status(disId)).toBeUndefined();
    expect(await status(other)).toEqual({ ...before, disId: other });
    const log = (await server.call('GET', '/api/v2/admin/getspecificlog', ADMIN)).json<LogLine[]>();
    expect(log.map(({ message }) => message)).toContain(
      `DynamicImageSet ${disId}: renamed to ${other} in Embargo, Pre-Prod and Prod.`,
    );
  });

  it('changes nothing when the new name is taken in one of the areas', async () => {
    await server.call('GET', `/api/v2/admin/dis/${disId}/copy?targetDisId=${other}`, UPLOADER);
    await promote(other, 'prod');
    await server.call('GET', `/api/v2/admin/dis/${other}/rename?targetDisId=${freshId()}&only=embargo`, ADMIN);
    expect(await areasOf(other)).toEqual(['prod']);
    const answer = await rename();
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ errorMessage: `There is already an image set ${other} in Prod.` });
    expect(await areasOf(disId)).toEqual([...AREAS]);
  });

  it('administrators can rename in Embargo only; the other areas keep the old name and are listed under it', async () => {
    expect((await rename('&only=embargo', UPLOADER)).statusCode).toBe(403);
    expect(await areasOf(disId)).toEqual([...AREAS]);
    expect((await rename('&only=embargo', ADMIN)).statusCode).toBe(200);
    expect(await areasOf(disId)).toEqual(['preprod', 'prod']);
    expect(await areasOf(other)).toEqual(['embargo']);
    expect((await status(disId))?.content).toEqual({ embargo: 'absent', preprod: 'same', prod: 'same' });
    expect((await status(other))?.content).toEqual({ embargo: 'same', preprod: 'absent', prod: 'absent' });
    // The set with the old name can still be renamed, but not copied, because Embargo no longer has it.
    const copy = await server.call('GET', `/api/v2/admin/dis/${disId}/copy?targetDisId=${freshId()}`, UPLOADER);
    expect(copy.statusCode).toBe(404);
    expect(copy.json()).toMatchObject({ errorMessage: `There is no image set ${disId} in Embargo.` });
    const [first, third] = [disId, freshId()];
    const rest = await server.call('GET', `/api/v2/admin/dis/${first}/rename?targetDisId=${third}`, UPLOADER);
    expect(rest.statusCode).toBe(200);
    expect(await areasOf(third)).toEqual(['preprod', 'prod']);
  });

  it('includes an area that a promotion brings the set to meanwhile', async () => {
    const next = freshId();
    await server.call('GET', `/api/v2/admin/dis/${disId}/copy?targetDisId=${next}`, UPLOADER);
    const ref = await findRef(server.database.read, 'embargo', 'dis', next);
    const place = { area: 'prod', kind: 'dis', key: next, who: 'somebody else', reason: 'promote' } as const;
    let first = true;
    const disturbed: Database = {
      ...server.database,
      async transaction(work) {
        if (first) {
          first = false;
          await server.database.transaction((trx) => moveRef(trx, { ...place, from: null, to: ref?.snapshotId ?? '' }));
        }
        return server.database.transaction(work);
      },
    };
    const snapshots = openSnapshots(server.database, await openFolderBlobs(join(server.folder, 'blobs')));
    await renameSet({ database: disturbed, snapshots }, { from: next, to: other, only: undefined, who: 'anna' });
    expect(await areasOf(next)).toEqual([]);
    expect(await areasOf(other)).toEqual(['embargo', 'prod']);
  });
});
