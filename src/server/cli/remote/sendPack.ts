/**
 * Sends one pack in parts (tus), and resumes after a broken connection or an interrupted run.
 *
 *   sendPack, Receipt
 *   PackFile, fingerprintOf
 */
import { createReadStream } from 'node:fs';
import { DetailedError, Upload } from 'tus-js-client';
import { ApiFailure, messageOf, RESUMABLE_UPLOADS } from '../../../contract/index.ts';
import { type Connection, NotConnected, PATIENCE_MS } from './connection.ts';
import type { UploadState } from './uploadState.ts';

/** The server's answer about a stored pack. */
export interface Receipt {
  sha256: string;
  size: number;
  jobId: string;
  /** ISO 8601 */
  lastModifiedDate: string;
}

export interface PackFile {
  /** absolute */
  path: string;
  fileName: string;
  /** bytes */
  size: number;
  modifiedMs: number;
}

/** Identifies a file as the one that an earlier run sent. */
export const fingerprintOf = ({ url }: Connection, { path, size, modifiedMs }: PackFile): string =>
  [url, path, size, modifiedMs].join(' ');

/** A broken connection loses at most this much. */
const PART_BYTES = 16 * 1024 ** 2;
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000, 20_000];
const RETRY_DELAYS_MS = [...PAUSES_MS, ...Array<number>(Math.floor(PATIENCE_MS / 30_000)).fill(30_000)];
/** A connection that moves no byte for this long is replaced. */
const SILENCE_MS = 60_000;
/** The answer to the last part waits until the pack is stored, which takes a while for many gigabytes. */
const STORING_MS = 30 * 60_000;

/**
 * @param onProgress called with the number of bytes sent
 * @throws NotConnected; ApiFailure if the server refuses the pack; the signal's reason
 */
export function sendPack(
  connection: Connection,
  file: PackFile,
  state: UploadState,
  onProgress: (bytes: number) => void,
): Promise<Receipt> {
  const { url, headers, signal } = connection;
  const { promise, resolve, reject } = Promise.withResolvers<Receipt>();
  let timer: NodeJS.Timeout | undefined;
  // The library can read the file by its path, but its types cover only browsers.
  const upload = new Upload(createReadStream(file.path) as unknown as Blob, {
    endpoint: `${url}${RESUMABLE_UPLOADS}`,
    metadata: { filename: file.fileName },
    headers: { ...headers },
    chunkSize: PART_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => fingerprintOf(connection, file),
    urlStorage: state.storage,
    onProgress(sent, total) {
      watch(sent >= total ? STORING_MS : SILENCE_MS);
      onProgress(sent);
    },
    onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody()) as Receipt),
    onError(error) {
      const answer = error instanceof DetailedError ? error.originalResponse : null;
      const status = answer?.getStatus() ?? 0;
      const text = answer?.getBody() ?? '';
      if (status === 0) {
        const cause = (error instanceof DetailedError && error.causingError) || error;
        return reject(new NotConnected(`The connection was lost, and trying again did not help: ${cause.message}`));
      }
      if (status === 401) return reject(new NotConnected(messageOf(text, status)));
      reject(new ApiFailure(status, messageOf(text, status), text, error));
    },
  });

  function watch(silence: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void upload.abort().then(() => {
        if (signal.aborted) return;
        watch(SILENCE_MS);
        upload.start();
      });
    }, silence);
  }
  const stop = () => {
    // The server keeps the parts, and the next run resumes with them.
    void upload.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop);
  void upload.findPreviousUploads().then(([before]) => {
    if (before) upload.resumeFromPreviousUpload(before);
    if (signal.aborted) return stop();
    watch(SILENCE_MS);
    upload.start();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}
