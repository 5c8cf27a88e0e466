/**
 * Uploads that resume after a lost connection (tus), also if the page was left and the same file is chosen again.
 * Loaded if a file is large or a connection was lost.
 *
 *   uploadResumable
 */
import { Upload } from 'tus-js-client';
import { ApiFailure, messageOf, RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { addressOf } from '../app/environment.ts';
import { connectionTexts } from '../texts/connection.ts';
import { headerToken } from './currentUser.ts';
import { mayRetry } from './sending.ts';
import { bodyOf, type UploadAnswer } from './upload.ts';

/** A lost connection loses at most this much. */
const PART_BYTES = 16 * 1024 ** 2;
/** two minutes in total */
const RETRY_DELAYS_MS = [500, 1500, 5000, 10_000, 20_000, 30_000, 60_000];

/**
 * @param onProgress share of the bytes sent, 0 to 1
 * @param signal cancels the upload: the server then deletes the parts that it has
 * @throws ApiFailure, or the signal's reason
 */
export function uploadResumable(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const handled = new Set<string>();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const upload = new Upload(file, {
      endpoint: `${addressOf()}${RESUMABLE_UPLOADS}`,
      metadata: { filename: file.name },
      headers: headerToken.headers(),
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => {
        (request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
      },
      onProgress: (sent, total) => onProgress(sent / Math.max(total, 1)),
      onSuccess: ({ lastResponse }) => {
        const text = lastResponse.getBody();
        resolve({ message: messageOf(text), body: bodyOf(text) });
      },
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        const status = answer?.getStatus() ?? 0;
        const message = answer ? messageOf(answer.getBody(), status) : connectionTexts.lostForGood;
        const failure = new ApiFailure(status, message, bodyOf(answer?.getBody() ?? ''), error);
        // After signing in again the upload resumes where it stopped.
        void mayRetry(failure, handled).then((retry) => {
          if (signal.aborted) return undefined;
          if (!retry) return reject(failure);
          upload.options.headers = headerToken.headers();
          return upload.start();
        }, reject);
      },
    });
    signal.addEventListener('abort', () => {
      // If this does not reach the server, it deletes the parts after a day.
      upload.abort(true).catch(() => undefined);
      reject(signal.reason);
    });
    // The same file may have been chosen before the page was left: resume where it stopped.
    upload.findPreviousUploads().then(
      ([before]) => {
        if (before) upload.resumeFromPreviousUpload(before);
        if (!signal.aborted) upload.start();
      },
      () => upload.start(),
    );
  });
}
