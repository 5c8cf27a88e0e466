/**
 * Uploads that go on after a broken connection (tus), also after the page was left and the same file chosen again. Loaded
 * when a file is large or a connection broke.
 *
 *   uploadResumable
 */
import { Upload } from 'tus-js-client';
import { ApiFailure, messageOf, RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { addressOf } from '../app/environment.ts';
import { headerToken } from './person.ts';
import { mayTryAgain } from './sending.ts';
import { bodyOf, type UploadAnswer } from './upload.ts';

/** A part that is lost costs so many bytes at most. */
const PART = 16 * 1024 ** 2;
/** waits between tries, milliseconds: two minutes in all */
const RETRY = [500, 1500, 5000, 10_000, 20_000, 30_000, 60_000];

/**
 * @param onProgress whole percent of the bytes sent
 * @param signal cancels it: the server drops what it has of it
 * @throws ApiFailure, or the signal's reason
 */
export function uploadResumable(
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const asked = new Set<string>();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const upload = new Upload(file, {
      endpoint: `${addressOf()}${RESUMABLE_UPLOADS}`,
      metadata: { filename: file.name },
      headers: headerToken.headers(),
      chunkSize: PART,
      retryDelays: RETRY,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => {
        (request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
      },
      onProgress: (sent, total) => onProgress(Math.round((sent / Math.max(total, 1)) * 100)),
      onSuccess: ({ lastResponse }) => {
        const text = lastResponse.getBody();
        resolve({ message: messageOf(text), body: bodyOf(text) });
      },
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        const status = answer?.getStatus() ?? 0;
        const message = answer
          ? messageOf(answer.getBody(), status)
          : 'The connection was lost, and retrying did not help.';
        const failure = new ApiFailure(status, message, bodyOf(answer?.getBody() ?? ''), error);
        // After signing in again it goes on where it stopped.
        void mayTryAgain(failure, asked).then((again) => {
          if (signal.aborted) return undefined;
          if (!again) return reject(failure);
          upload.options.headers = headerToken.headers();
          return upload.start();
        });
      },
    });
    signal.addEventListener('abort', () => {
      // What the server keeps otherwise it forgets after a day.
      upload.abort(true).catch(() => undefined);
      reject(signal.reason);
    });
    // The same file, chosen again after the page was left: on from where it stopped.
    upload.findPreviousUploads().then(
      ([before]) => {
        if (before) upload.resumeFromPreviousUpload(before);
        if (!signal.aborted) upload.start();
      },
      () => upload.start(),
    );
  });
}
