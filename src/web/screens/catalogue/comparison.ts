/**
 * One angle of two sides, loaded without loss and compared in the browser.
 *
 *   Side                what one side shows
 *   Comparison          both pictures and how they differ
 *   comparisonQuery     as a query
 */
import { queryOptions } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { compareTexts } from '../../texts/compare.ts';
import { type Difference, differenceOf, type Pixels } from './difference.ts';
import { type PictureChoice, pictureQuery } from './pictureQuery.ts';

export interface Side extends PictureChoice {
  readonly area: Area;
  readonly disId: string;
  /** absent: those that the options choose */
  readonly layers: readonly string[] | undefined;
}

/** @throws ApiFailure with the server's reason: no such set, version, angle or picture */
async function fetchSide(side: Side, view: string, signal: AbortSignal): Promise<Response> {
  const params = { id: side.disId };
  const calls = api(side.area);
  // Lossless: the comparison must not see what a codec changed.
  const format = 'png';
  if (!side.layers) return calls.imageFromOptions({ params, query: { ...pictureQuery(side, view), format }, signal });
  const { viewport, driverType, size } = pictureQuery(side, view);
  return calls.image({
    params,
    query: { viewport, driverType, size, view, format, layers: side.layers.join(',') },
    signal,
  });
}

async function pixelsOf(blob: Blob): Promise<Pixels> {
  const picture = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error(compareTexts.noCanvas);
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

export interface Comparison {
  /** a picture, or why there is none */
  readonly left: Blob | Error;
  readonly right: Blob | Error;
  /** absent where a picture is missing or the two cannot be compared: `problem` says why */
  readonly compared?: { readonly difference: Difference; readonly pixels: Pixels };
  readonly problem?: string;
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

async function compare(left: Side, right: Side, view: string, signal: AbortSignal): Promise<Comparison> {
  const [a, b] = await Promise.allSettled(
    [left, right].map(async (side) => (await fetchSide(side, view, signal)).blob()),
  );
  signal.throwIfAborted();
  const blobs = {
    left: a?.status === 'fulfilled' ? a.value : asError(a?.reason),
    right: b?.status === 'fulfilled' ? b.value : asError(b?.reason),
  };
  if (blobs.left instanceof Error || blobs.right instanceof Error) return blobs;
  try {
    const pixels = await pixelsOf(blobs.left);
    return { ...blobs, compared: { pixels, difference: differenceOf(pixels, await pixelsOf(blobs.right)) } };
  } catch (error) {
    return { ...blobs, problem: asError(error).message };
  }
}

export const comparisonQuery = (left: Side, right: Side, view: string) =>
  queryOptions({
    queryKey: ['comparison', left, right, view],
    queryFn: ({ signal }) => compare(left, right, view, signal),
    // Each angle takes a few MB.
    gcTime: 30_000,
  });
