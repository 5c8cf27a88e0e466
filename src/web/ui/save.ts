/**
 * Hands bytes to the browser as a download.
 *
 *   save
 *   saveAnswer     what a call answered, under the name that its content-disposition gives
 *   saveFrom       what an address answers, without holding it in memory; a failure is the browser's to tell
 */

/** Long enough for the browser to have taken the bytes, milliseconds. */
const KEPT = 10_000;

export function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/** @param otherwise the name when the answer gives none */
export async function saveAnswer(answer: Response, otherwise: string): Promise<void> {
  const header = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1];
  save(await answer.blob(), encoded === undefined ? (plain ?? otherwise) : decodeURIComponent(encoded));
}

export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
