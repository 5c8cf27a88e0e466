/**
 * Pictures that are decoded before they are shown: whoever is about to choose them sees them at once.
 *
 *   makeReady    decodes a picture that may be shown soon
 *   takeReady    its address and what keeps it decoded, for the one that shows it first
 */

/** Those of two choices. Each takes 3.7 MB while it is decoded, at 1280 x 720. */
const MAX_READY = 12;
/** oldest first */
const ready = new Map<Blob, HTMLImageElement>();

/** Rejects where it cannot be decoded, or is pushed out meanwhile: then whoever shows it decodes it. */
export async function makeReady(blob: Blob): Promise<void> {
  if (ready.has(blob)) return;
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  ready.set(blob, image);
  for (const [old, { src }] of ready) {
    if (ready.size <= MAX_READY) break;
    ready.delete(old);
    URL.revokeObjectURL(src);
  }
  await image.decode();
}

/** @returns undefined: it is not ready. The caller revokes the address, and keeps the image for as long as it shows it */
export function takeReady(blob: Blob): HTMLImageElement | undefined {
  const image = ready.get(blob);
  ready.delete(blob);
  return image;
}
