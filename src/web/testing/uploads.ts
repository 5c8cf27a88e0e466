/**
 * For component tests: the server's side of an upload. fetch tells nothing of what was sent, so uploads are
 * XMLHttpRequests, and jsdom's would reach for the network.
 *
 *   standInForUploads   @returns what is being sent, to be moved on and answered by the test
 */
import { vi } from 'vitest';

export interface SentUpload {
  readonly url: string;
  readonly fileName: string;
  aborted: boolean;
  /** @param percent of the bytes */
  progress(percent: number): void;
  answer(status: number, body: unknown): void;
}

export function standInForUploads(): SentUpload[] {
  const sent: SentUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: unknown) => void } = {};
      onload?: () => void;
      status = 0;
      responseText = '';
      withCredentials = false;
      private url = '';
      private mine: SentUpload | undefined;
      open(_method: string, url: string) {
        this.url = url;
      }
      setRequestHeader() {}
      send(body: FormData) {
        this.mine = {
          url: this.url,
          fileName: (body.get('file') as File).name,
          aborted: false,
          progress: (percent) => this.upload.onprogress?.({ lengthComputable: true, loaded: percent, total: 100 }),
          answer: (status, answer) => {
            this.status = status;
            this.responseText = typeof answer === 'string' ? answer : JSON.stringify(answer);
            this.onload?.();
          },
        };
        sent.push(this.mine);
      }
      abort() {
        if (this.mine) this.mine.aborted = true;
      }
    },
  );
  return sent;
}
