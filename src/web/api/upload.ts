/**
 * Uploads with progress. fetch does not report how much was sent, so this uses an XMLHttpRequest.
 *
 *   uploadFile, UploadAnswer, ConnectionLost
 */
import { ApiFailure, messageOf } from '../../contract/index.ts';
import { connectionTexts } from '../texts/connection.ts';
import { headerToken } from './currentUser.ts';
import { sendAsUser } from './sending.ts';

/** An upload fails if nothing was sent and no answer came for this long. */
export const UPLOAD_TIMEOUT_MS = 60_000;

/** The file itself is fine: it may be sent again. */
export class ConnectionLost extends ApiFailure {}

export interface UploadAnswer {
  readonly message: string;
  /** the answer's JSON; undefined if it is not JSON */
  readonly body: unknown;
}

/** The answer's JSON, which holds the request id of a failure; undefined if it is not JSON. */
export const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The page of a proxy, not an answer of ours.
    return undefined;
  }
};

/**
 * @param onProgress share of the bytes sent, 0 to 1
 * @param signal cancels it
 * @throws ApiFailure, or the signal's reason
 */
export const uploadFile = (
  url: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> => sendAsUser(url, () => sendFile(url, file, onProgress, signal));

function sendFile(
  url: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const fail = (status: number, message: string, body?: unknown) => {
      clearTimeout(timer);
      reject(new ApiFailure(status, message, body));
    };
    const restartTimeout = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        xhr.abort();
        fail(0, connectionTexts.noProgress);
      }, UPLOAD_TIMEOUT_MS);
    };
    xhr.open('POST', url);
    xhr.withCredentials = true;
    for (const [name, value] of Object.entries(headerToken.headers())) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      restartTimeout();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    xhr.onload = () => {
      clearTimeout(timer);
      if (xhr.status < 300) resolve({ message: messageOf(xhr.responseText), body: bodyOf(xhr.responseText) });
      else fail(xhr.status, messageOf(xhr.responseText, xhr.status), bodyOf(xhr.responseText));
    };
    xhr.onerror = () => {
      clearTimeout(timer);
      reject(new ConnectionLost(0, connectionTexts.lost, undefined));
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      xhr.abort();
      reject(signal.reason);
    });
    const body = new FormData();
    body.set('file', file);
    restartTimeout();
    xhr.send(body);
  });
}
