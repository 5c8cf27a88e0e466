/**
 * The calls of a resumable upload, as a client of the tus protocol sends them.
 *
 *   TUS, meta     headers: of each call, and of the one that begins
 *   begin, part, offsetOf
 *   Send          what makes them
 */
import { RESUMABLE_UPLOADS } from '../../../contract/index.ts';

export const TUS = { 'tus-resumable': '1.0.0' };
export const meta = (fileName: string) => ({
  'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
});
export type Send = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: Uint8Array,
) => Promise<Response>;

export const begin = (send: Send, fileName: string, size: number) =>
  send('POST', RESUMABLE_UPLOADS, { ...TUS, ...meta(fileName), 'upload-length': String(size) });
export const part = (send: Send, place: string, offset: number, bytes: Uint8Array) =>
  send(
    'PATCH',
    place,
    { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
  );
export const offsetOf = async (send: Send, place: string) =>
  (await send('HEAD', place, TUS)).headers.get('upload-offset');
