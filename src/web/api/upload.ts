/**
 * Uploads with progress. fetch tells nothing of what was sent, so this is an XMLHttpRequest.
 *
 *   uploadFile, UploadAnswer, ConnectionBroke
 */
import { ApiFailure, messageOf } from '../../contract/index.ts';
import { headerToken } from './person.ts';
import { sendAsPerson } from './sending.ts';

/** Without a byte sent or an answer for this long the upload counts as failed (milliseconds). */
export const UPLOAD_TIMEOUT = 60_000;

/** Nothing is wrong with the file: it may be sent again. */
export class ConnectionBroke extends ApiFailure {}

export interface UploadAnswer {
  readonly message: string;
  /** the answer's object; undefined for anything else */
  readonly body: unknown;
}

/** The answer's object, which holds the request id of a failure; undefined for anything else. */
export const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * @param onProgress whole percent of the bytes sent
 * @param signal cancels it
 * @throws ApiFailure, or the signal's reason
 */
export const uploadFile = (
  url: string,
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> => sendAsPerson(url, () => sendFile(url, file, onProgress, signal));

function sendFile(
  url: string,
  file: File,
  onProgress: (percent: number) => void,
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
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        xhr.abort();
        fail(0, 'The server accepted no data for 60 seconds.');
      }, UPLOAD_TIMEOUT);
    };
    xhr.open('POST', url);
    xhr.withCredentials = true;
    for (const [name, value] of Object.entries(headerToken.headers())) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      alive();
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100));
    };
    xhr.onload = () => {
      clearTimeout(timer);
      if (xhr.status < 300) resolve({ message: messageOf(xhr.responseText), body: bodyOf(xhr.responseText) });
      else fail(xhr.status, messageOf(xhr.responseText, xhr.status), bodyOf(xhr.responseText));
    };
    xhr.onerror = () => {
      clearTimeout(timer);
      reject(new ConnectionBroke(0, 'The connection was lost.', undefined));
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      xhr.abort();
      reject(signal.reason);
    });
    const body = new FormData();
    body.set('file', file);
    alive();
    xhr.send(body);
  });
}
