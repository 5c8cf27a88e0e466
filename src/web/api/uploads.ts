/**
 * The uploads of this page. They belong to no screen: what was begun goes on while people look at others, and each can be
 * cancelled. As long as one is on its way the browser asks before it closes the page.
 *
 *   UploadKind, UploadEntry, UploadEnd
 *   createUploads   a store of its own, for tests
 *   uploads         the page's
 */
import type { QueryKey } from '@tanstack/react-query';
import { createQueue } from './queue.ts';
import type { UploadAnswer } from './upload.ts';

/** Files that go to one address: delivery packs, or the configuration of an area. */
export interface UploadKind {
  /** one and the same for one address */
  readonly id: string;
  /** what the files are, as a heading */
  readonly title: string;
  /** of the screen where they are chosen */
  readonly address: string;
  /** what the screens show is out of date when one was taken; absent: everything */
  readonly outdates?: readonly QueryKey[];
  /** how many are sent at the same time */
  readonly atOnce: number;
  /** @returns what is wrong with a file's name */
  check(fileName: string): string | undefined;
  /** @throws ApiFailure, or the signal's reason */
  send(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<UploadAnswer>;
  /** more about a failure than its message */
  detailsOf?(error: unknown): string;
}

export interface UploadEntry {
  readonly id: number;
  readonly kind: UploadKind;
  readonly file: File;
  /** `chosen`: not begun; `waiting`: for its turn; `failed`: it can be sent again */
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed';
  /** whole percent of the bytes sent */
  readonly percent: number;
  /** of a failed one */
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
  /** kinds whose entries a screen shows itself */
  const onScreen = new Set<string>();
  /** ends that nobody has heard of yet */
  let unheard: UploadEnd[] = [];

  function set(next: readonly UploadEntry[]): void {
    entries = next;
    for (const listener of listeners) listener();
  }
  const change = (id: number, part: Partial<UploadEntry>): void =>
    set(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const leave = (id: number): void => set(entries.filter((entry) => entry.id !== id));
  const find = (id: number) => entries.find((entry) => entry.id === id);

  function tell(end: UploadEnd): void {
    if (endListeners.size === 0) unheard.push(end);
    for (const listener of endListeners) listener(end);
  }

  async function send({ id, kind, file }: UploadEntry): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    const { signal } = abort;
    change(id, { state: 'waiting', percent: 0, error: undefined });
    const queue = queues.get(kind.id) ?? createQueue(kind.atOnce);
    queues.set(kind.id, queue);
    try {
      const answer = await queue(() => {
        change(id, { state: 'sending' });
        return kind.send(file, (percent) => change(id, { percent }), signal);
      }, signal);
      const entry = find(id);
      leave(id);
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
    /** the same list as long as nothing changes */
    entries: () => entries,
    /** @returns ends listening */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What ended before anybody listened is told at once. @returns ends listening */
    onEnd(listener: (end: UploadEnd) => void): () => void {
      endListeners.add(listener);
      const before = unheard;
      unheard = [];
      for (const end of before) listener(end);
      return () => endListeners.delete(listener);
    },
    hasUnheard: () => unheard.length > 0,
    /** A screen shows the entries of a kind itself. @returns ends it */
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
     * Adds files to those chosen before. Of two with one name (from two folders) the later counts: the server knows files
     * by their names.
     *
     * @returns those that were not taken, and what is wrong with their names
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

    /** Sends what was chosen, and once more what failed. */
    start(kindId: string): void {
      for (const entry of entries) if (entry.kind.id === kindId && !isUnderWay(entry)) void send(entry);
    },

    /** Cancels an upload on its way; takes any other from the list. */
    remove(id: number): void {
      leave(id);
      aborts.get(id)?.abort(new Error('cancelled'));
    },

    /** What was chosen for an address and not begun, and what failed, leaves the list. */
    forget(kindId: string): void {
      set(entries.filter((entry) => entry.kind.id !== kindId || isUnderWay(entry)));
    },

    /** Cancels everything: the person is another, or gone. */
    clear(): void {
      for (const { id } of entries) store.remove(id);
      unheard = [];
    },
  };
  return store;
}
export type Uploads = ReturnType<typeof createUploads>;

export const uploads = createUploads();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
uploads.subscribe(() => {
  if (uploads.isUnderWay()) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});
