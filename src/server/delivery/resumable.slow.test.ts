/** A resumable upload across a killed server. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Pack } from '../../contract/index.ts';
import { endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip } from '../testing/tinyPacks.ts';
import { begin, offsetOf, part } from './testing/tusUpload.ts';

describe('kill -9 in the middle of a resumable upload', () => {
  afterEach(endAll);
  it('loses nothing that was acknowledged: the upload continues after the next start', async () => {
    const data = folderOfStore();
    const bytes = await metaZip();
    let server = await start(data);
    const place = (await begin(server.send, 'meta_killed.zip', bytes.length)).headers.get('location') ?? '';
    await part(server.send, place, 0, bytes.subarray(0, 500));
    await server.kill();
    server = await start(data);
    const offset = Number(await offsetOf(server.send, place));
    expect(offset).toBe(500);
    expect((await part(server.send, place, offset, bytes.subarray(offset))).status).toBe(200);
    const packs = async () => (await (await server.get('/api/v2/admin/files')).json()) as Pack[];
    await expect.poll(async () => (await packs())[0]?.fileName).toBe('meta_killed.zip');
  });
});
