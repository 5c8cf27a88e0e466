/**
 * Hands bytes to the browser as a download.
 *
 *   save
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
