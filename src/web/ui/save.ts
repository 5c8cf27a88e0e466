/**
 * Saves bytes as a download.
 *
 *   save
 *   saveAnswer     the body of an answer, under the name in its content-disposition
 *   saveFrom       the answer from an address, without holding it in memory; the browser reports failures
 */

/** long enough for the browser to have read the bytes */
const REVOKE_DELAY_MS = 10_000;

export function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}

/** @param fallbackName used if the answer gives no name */
export async function saveAnswer(answer: Response, fallbackName: string): Promise<void> {
  const header = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1];
  save(await answer.blob(), encoded === undefined ? (plain ?? fallbackName) : decodeURIComponent(encoded));
}

export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
