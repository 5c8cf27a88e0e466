/**
 * One angle of two sides, fetched without loss and compared in the browser.
 *
 *   Side                what is asked for on one side
 *   Comparison          both pictures and how they differ
 *   comparisonQuery     as a query
 *   shareText           so many pixels of so many, in words
 */
import { queryOptions } from '@tanstack/react-query';
import type { Area, Client, routes } from '../../../contract/index.ts';
import { splitChoice } from '../../../engine/codes.ts';
import { api } from '../../api/api.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { type Difference, differenceOf, type Pixels } from './difference.ts';

export interface Side {
  readonly area: Area;
  readonly disId: string;
  readonly version: string;
  readonly viewport: 'exterior' | 'interior';
  readonly model: 'LHD' | 'RHD';
  /** a resolution's name */
  readonly size: string;
  /** chosen features; layers, where they are named, win */
  readonly options: readonly string[];
  readonly layers: readonly string[] | undefined;
}

type PictureCall = Parameters<Client<typeof routes>['imageFromOptions']>[0]['query'];

/** What a side's options make of the picture calls' query. */
export const optionsQuery = ({ version, viewport, model, size, options }: Side, view: string): PictureCall => {
  const choice = splitChoice(options);
  return {
    versionId: version,
    viewport: viewport === 'exterior' ? 'ext' : 'int',
    driverType: model,
    size,
    view,
    color: choice.colour,
    trim: choice.trim,
    options: choice.options.length > 0 ? choice.options.join(',') : undefined,
  };
};

/** @throws ApiFailure with the server's reason: no such set, version, angle or picture */
async function fetchSide(side: Side, view: string, signal: AbortSignal): Promise<Response> {
  const params = { id: side.disId };
  const calls = api(side.area);
  // Without loss: what is compared is what was painted, not what a codec made of it.
  const format = 'png';
  if (!side.layers) return calls.imageFromOptions({ params, query: { ...optionsQuery(side, view), format }, signal });
  const { viewport, driverType, size } = optionsQuery(side, view);
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
  if (!context) throw new Error('This browser gives no canvas to compare pictures on.');
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
    // A few MB an angle.
    gcTime: 30_000,
  });

const percent = new Intl.NumberFormat('de-DE', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** what two decimals of a percentage cannot show */
const SMALLEST = 0.0001;

export function shareText(changed: number, all: number): string {
  if (changed === 0) return 'No pixel differs';
  const share = changed / all;
  const shown = share < SMALLEST ? `less than ${percent.format(SMALLEST)}` : percent.format(share);
  return `${shown} differ (${formatNumber(changed)} of ${formatNumber(all)} pixels)`;
}
