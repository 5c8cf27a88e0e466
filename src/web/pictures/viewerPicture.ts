/**
 * What the viewer shows: pictures in an order, with what it needs to load each and to say what is in it.
 *
 *   LoadPicture, ViewedPicture
 */
import type { Area, PictureLayers } from '../../contract/index.ts';

/**
 * @param format absent: one that the server chooses; PNG keeps transparency
 * @param isAhead it is only foreseen: the server refuses it while it paints other pictures
 */
export type LoadPicture = (signal: AbortSignal, format?: 'jpeg' | 'png', isAhead?: boolean) => Promise<Blob>;

export interface Point {
  /** pixels of the picture, from the left and the top */
  readonly x: number;
  readonly y: number;
}

export interface ViewedPicture {
  /** in the viewer's title: an angle, a side */
  readonly title: string;
  readonly alt: string;
  readonly queryKey: readonly unknown[];
  readonly load: LoadPicture;
  /** false: `load` knows one format only; absent: a JPEG is asked for first */
  readonly quick?: false;
  /** address of the picture in full size; absent: it has none */
  readonly link?: string;
  /** its area's colour can be the background */
  readonly area?: Area;
  /** the layers of the picture, and what each has at a point; absent: nobody can tell */
  readonly layersAt?: (point: Point | undefined, signal: AbortSignal) => Promise<PictureLayers>;
  /** lines of a report: area, set, version, options */
  readonly about?: readonly string[];
}
