/**
 * The uploads of this page. They belong to no screen: they go on while the user looks at other screens, and each can be
 * cancelled. While one is in progress, the browser asks before it closes the page.
 *
 *   UploadKind, UploadEntry, UploadEnd
 *   createUploads   a store of its own, for tests
 *   uploads         those of the page
 */
import type { QueryKey } from '@tanstack/react-query';
import { createQueue } from './queue.ts';
import type { UploadAnswer } from './upload.ts';

/** What files are: delivery packs, or the configuration of an area. */
export interface UploadKind {
  /** one for each address that files are sent to */
  readonly id: string;
  /** what the files are, as a heading */
  readonly title: string;
  /** of the screen where the files are chosen */
  readonly address: string;
  /** the queries to load again after an upload; absent: all */
  readonly invalidates?: readonly QueryKey[];
  /** how many files are sent at the same time */
  readonly concurrency: number;
  /** @returns what is wrong with a file's name; undefined: nothing */
  check(fileName: string): string | undefined;
  /** @throws ApiFailure, or the signal's reason */
  send(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<UploadAnswer>;
  /** the successes of many files are told as one: the kind of the common notice */
  readonly joined: 'received' | 'configs';
  /** what to tell about a failure besides its message */
  detailsOf?(error: unknown): string;
}

export interface UploadEntry {
  readonly id: number;
  readonly kind: UploadKind;
  readonly file: File;
  /** `chosen`: not started; `waiting`: for its turn; `failed`: can be sent again */
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed';
  /** whole percent of the bytes sent */
  readonly percent: number;
  /** why it failed */
  readonly error?: unknown;
}

export type UploadEnd = { readonly entry: UploadEntry } & (
  | { readonly answer: UploadAnswer }
  | { readonly error: unknown }
);

export const isUnderWay = ({ state }: UploadEntry): boolean => state === 'waiting' || state === 'sending';

export function createUploads() {
  let entries: readonly UploadEntry[] = [];
  let nextId = 1;
  const aborts = new Map<number, AbortController>();
  const queues = new Map<string, ReturnType<typeof createQueue>>();
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: UploadEnd) => void>();
  /** kinds whose entries are shown by the open screen */
  const onScreen = new Set<string>();
  /** ends that no listener was told of yet */
  let untold: UploadEnd[] = [];

  function set(next: readonly UploadEntry[]): void {
    entries = next;
    for (const listener of listeners) listener();
  }
  const change = (id: number, part: Partial<UploadEntry>): void =>
    set(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const drop = (id: number): void => set(entries.filter((entry) => entry.id !== id));
  const find = (id: number) => entries.find((entry) => entry.id === id);

  function tell(end: UploadEnd): void {
    if (endListeners.size === 0) untold.push(end);
    for (const listener of endListeners) listener(end);
  }

  async function send({ id, kind, file }: UploadEntry): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    const { signal } = abort;
    change(id, { state: 'waiting', percent: 0, error: undefined });
    const queue = queues.get(kind.id) ?? createQueue(kind.concurrency);
    queues.set(kind.id, queue);
    try {
      const answer = await queue(() => {
        change(id, { state: 'sending' });
        return kind.send(file, (percent) => change(id, { percent }), signal);
      }, signal);
      const entry = find(id);
      drop(id);
      if (entry) tell({ entry, answer });
    } catch (error) {
      const entry = find(id);
      if (signal.aborted || !entry) return;
      change(id, { state: 'failed', percent: 0, error });
      tell({ entry, error });
    } finally {
      aborts.delete(id);
    }
  }

  const store = {
    /** @returns the same list while nothing changes */
    entries: () => entries,
    /** @returns stops listening */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Tells what ended before anybody listened immediately. @returns stops listening */
    onEnd(listener: (end: UploadEnd) => void): () => void {
      endListeners.add(listener);
      const before = untold;
      untold = [];
      for (const end of before) listener(end);
      return () => endListeners.delete(listener);
    },
    hasUntoldEnds: () => untold.length > 0,
    /** The open screen shows the entries of this kind itself. @returns takes it back */
    showOnScreen(kindId: string): () => void {
      onScreen.add(kindId);
      set([...entries]);
      return () => {
        onScreen.delete(kindId);
        set([...entries]);
      };
    },
    isOnScreen: (kindId: string) => onScreen.has(kindId),
    isUnderWay: () => entries.some(isUnderWay),

    /**
     * Adds files to those chosen before. Of two files with the same name (from two folders) the later one counts: the
     * server knows files by their names.
     *
     * @returns the files that were not added, and what is wrong with their names
     */
    add(kind: UploadKind, files: Iterable<File>): { fileName: string; problem: string }[] {
      const refused: { fileName: string; problem: string }[] = [];
      for (const file of files) {
        const problem = kind.check(file.name);
        if (problem !== undefined) {
          refused.push({ fileName: file.name, problem });
          continue;
        }
        const replaced = (entry: UploadEntry) =>
          entry.kind.id === kind.id && entry.file.name === file.name && !isUnderWay(entry);
        set([...entries.filter((entry) => !replaced(entry)), { id: nextId, kind, file, state: 'chosen', percent: 0 }]);
        nextId += 1;
      }
      return refused;
    },

    /** Sends the files that were chosen, and again those that failed. */
    start(kindId: string): void {
      for (const entry of entries) if (entry.kind.id === kindId && !isUnderWay(entry)) void send(entry);
    },

    /** Removes an entry from the list; cancels it if it is in progress. */
    remove(id: number): void {
      drop(id);
      aborts.get(id)?.abort(new Error('cancelled'));
    },

    /** Removes the entries of a kind that are not in progress. */
    forget(kindId: string): void {
      set(entries.filter((entry) => entry.kind.id !== kindId || isUnderWay(entry)));
    },

    /** Cancels everything: the user signed out, or is another one. */
    clear(): void {
      for (const { id } of entries) store.remove(id);
      untold = [];
    },
  };
  return store;
}

export const uploads = createUploads();

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();
uploads.subscribe(() => {
  if (uploads.isUnderWay()) window.addEventListener('beforeunload', askBeforeClosing);
  else window.removeEventListener('beforeunload', askBeforeClosing);
});
