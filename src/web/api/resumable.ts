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

/** A part that is lost costs so many bytes at most. */
const PART = 16 * 1024 ** 2;
/** waits between tries, milliseconds: two minutes in all */
const RETRY = [500, 1500, 5000, 10_000, 20_000, 30_000, 60_000];

const bodyOf = (text = ''): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * @param onProgress whole percent of the bytes sent
 * @returns the server's message
 * @throws ApiFailure
 */
export function uploadResumable(file: File, onProgress: (percent: number) => void): Promise<string> {
  const asked = new Set<string>();
  return new Promise((resolve, reject) => {
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
      onSuccess: ({ lastResponse }) => resolve(messageOf(lastResponse.getBody())),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        const status = answer?.getStatus() ?? 0;
        const message = answer
          ? messageOf(answer.getBody(), status)
          : 'The connection broke off, and trying again did not help.';
        const failure = new ApiFailure(status, message, bodyOf(answer?.getBody()), error);
        // After signing in again it goes on where it stopped.
        void mayTryAgain(failure, asked).then((again) => {
          if (!again) return reject(failure);
          upload.options.headers = headerToken.headers();
          return upload.start();
        });
      },
    });
    // The same file, chosen again after the page was left: on from where it stopped.
    upload.findPreviousUploads().then(
      ([before]) => {
        if (before) upload.resumeFromPreviousUpload(before);
        upload.start();
      },
      () => upload.start(),
    );
  });
}
