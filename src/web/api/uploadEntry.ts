/**
 * One file that is uploaded, and what it goes through.
 *
 *   UploadKind, UploadEntry, UploadEnd, RefusedName
 *   isUnderWay, isToSend, isOver
 */
import type { QueryKey } from '@tanstack/react-query';
import type { Speed } from './speed.ts';
import type { UploadAnswer } from './upload.ts';

/** What files are: delivery packs, or the configuration of an area. */
export interface UploadKind {
  /** one for each address that files are sent to */
  readonly id: string;
  /** what the files are, as a heading */
  readonly title: string;
  /** address of the screen where the files are chosen */
  readonly address: string;
  /** the queries to reload after an upload; absent: all */
  readonly invalidates?: readonly QueryKey[];
  /** how many files are sent at the same time */
  readonly concurrency: number;
  /** the server reads the files after it has received them: they are not done when they are sent */
  readonly isReadLater: boolean;
  /** kind of the notice that reports the successes of many files together */
  readonly noticeGroup: 'received' | 'configs';
  /** @returns what is wrong with a file's name; undefined: nothing */
  check(fileName: string): string | undefined;
  /**
   * @param onProgress share of the bytes sent, 0 to 1
   * @throws ApiFailure, or the signal's reason
   */
  send(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadAnswer>;
  /** address of the screen that shows the problems of a refused file */
  problemsAddress?(fileName: string): string;
  /** what to report about a failure besides its message */
  detailsOf?(error: unknown): string;
}

export interface UploadEntry {
  readonly id: number;
  readonly kind: UploadKind;
  readonly file: File;
  /**
   * `chosen`: not started; `waiting`: waits for its turn; `failed`: can be sent again; `received`: sent, and being
   * read; `live`, `refused`, `done`: finished
   */
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed' | 'received' | 'live' | 'refused' | 'done';
  /** whole percent of the bytes sent */
  readonly percent: number;
  /** while it is sent */
  readonly speed?: Speed | undefined;
  /** why it failed */
  readonly error?: unknown;
  /** why it was refused, or what it waits for */
  readonly reason?: string | undefined;
}

export type UploadEnd = { readonly entry: UploadEntry } & (
  | { readonly answer: UploadAnswer }
  | { readonly error: unknown }
);

/** A file that was not added, and what is wrong with its name. */
export interface RefusedName {
  readonly fileName: string;
  readonly problem: string;
}

const isIn =
  (...states: UploadEntry['state'][]) =>
  ({ state }: UploadEntry): boolean =>
    states.includes(state);
/** The page must stay open for it. */
export const isUnderWay = isIn('waiting', 'sending');
export const isToSend = isIn('chosen', 'failed');
export const isOver = isIn('live', 'refused', 'done');
