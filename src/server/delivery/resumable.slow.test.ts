/** A resumable upload across a killed server. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Pack } from '../../contract/index.ts';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip } from '../testing/tinyPacks.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const meta = (fileName: string) => ({ 'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}` });
type Send = (method: string, path: string, headers?: Record<string, string>, body?: Uint8Array) => Promise<Response>;

const begin = (send: Send, fileName: string, size: number) =>
  send('POST', RESUMABLE_UPLOADS, { ...TUS, ...meta(fileName), 'upload-length': String(size) });
const part = (send: Send, place: string, offset: number, bytes: Uint8Array) =>
  send(
    'PATCH',
    place,
    { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
  );
const offsetOf = async (send: Send, place: string) => (await send('HEAD', place, TUS)).headers.get('upload-offset');

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
