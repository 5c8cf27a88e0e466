/**
 * The uploads of this page. They belong to no screen: they continue while the user is on other screens, each can be
 * cancelled, and each stays listed with its outcome until it is cleared. While one is in progress, the browser asks
 * before it closes the page.
 *
 *   createUploads   a separate store, for tests
 *   uploads         those of the page
 */
import { createQueue } from './queue.ts';
import { createRefusedNames } from './refusedNames.ts';
import { nextSpeed } from './speed.ts';
import {
  isOver,
  isToSend,
  isUnderWay,
  type RefusedName,
  type UploadEnd,
  type UploadEntry,
  type UploadKind,
} from './uploadEntry.ts';

export function createUploads(now: () => number = () => performance.now()) {
  let entries: readonly UploadEntry[] = [];
  const refused = createRefusedNames();
  let nextId = 1;
  const aborts = new Map<number, AbortController>();
  const queues = new Map<string, ReturnType<typeof createQueue>>();
  const listeners = new Set<() => void>();
  const endListeners = new Set<(end: UploadEnd) => void>();
  /** kinds whose entries are shown by the open screen */
  const onScreen = new Set<string>();
  /** ends that were not reported to a listener yet */
  let unreported: UploadEnd[] = [];

  function set(next: readonly UploadEntry[]): void {
    entries = next;
    for (const listener of listeners) listener();
  }
  const change = (id: number, part: Partial<UploadEntry>): void =>
    set(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const drop = (id: number): void => set(entries.filter((entry) => entry.id !== id));
  const find = (id: number) => entries.find((entry) => entry.id === id);

  function tell(end: UploadEnd): void {
    if (endListeners.size === 0) unreported.push(end);
    for (const listener of endListeners) listener(end);
  }

  function progress(id: number, share: number): void {
    const entry = find(id);
    if (!entry) return;
    const percent = Math.round(share * 100);
    const speed = nextSpeed(entry.speed, entry.file.size * share, now());
    if (percent !== entry.percent || speed !== entry.speed) change(id, { percent, speed });
  }

  async function send({ id, kind, file }: UploadEntry): Promise<void> {
    const abort = new AbortController();
    aborts.set(id, abort);
    const { signal } = abort;
    change(id, { state: 'waiting', percent: 0, error: undefined, speed: undefined });
    const queue = queues.get(kind.id) ?? createQueue(kind.concurrency);
    queues.set(kind.id, queue);
    try {
      const answer = await queue(() => {
        change(id, { state: 'sending', speed: nextSpeed(undefined, 0, now()) });
        return kind.send(file, (share) => progress(id, share), signal);
      }, signal);
      const entry = find(id);
      change(id, { state: kind.isReadLater ? 'received' : 'done', percent: 100, speed: undefined });
      if (entry) tell({ entry, answer });
    } catch (error) {
      const entry = find(id);
      if (signal.aborted || !entry) return;
      change(id, { state: 'failed', percent: 0, error, speed: undefined });
      tell({ entry, error });
    } finally {
      aborts.delete(id);
    }
  }

  const store = {
    /** @returns the same list while nothing changes */
    entries: () => entries,
    /** @returns the names of a kind that were not added, newest last; the same list while nothing changes */
    refusedNames: refused.of,
    clearRefusedNames(kindId: string): void {
      refused.clear(kindId);
      set([...entries]);
    },
    /** @returns stops listening */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Reports at once what ended before there was a listener. @returns stops listening */
    onEnd(listener: (end: UploadEnd) => void): () => void {
      endListeners.add(listener);
      const before = unreported;
      unreported = [];
      for (const end of before) listener(end);
      return () => endListeners.delete(listener);
    },
    hasUnreportedEnds: () => unreported.length > 0,
    /** Declares that the open screen shows the entries of this kind itself. @returns undoes that */
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
    add(kind: UploadKind, files: Iterable<File>): RefusedName[] {
      const wrong: RefusedName[] = [];
      const taken = new Map<string, File>();
      for (const file of files) {
        const problem = kind.check(file.name);
        if (problem === undefined) taken.set(file.name, file);
        else wrong.push({ fileName: file.name, problem });
      }
      refused.add(
        kind.id,
        wrong.map(({ fileName }) => fileName),
      );
      const isReplaced = (entry: UploadEntry) =>
        entry.kind.id === kind.id && taken.has(entry.file.name) && !isUnderWay(entry);
      const chosen = [...taken.values()].map((file): UploadEntry => {
        nextId += 1;
        return { id: nextId, kind, file, state: 'chosen', percent: 0 };
      });
      set([...entries.filter((entry) => !isReplaced(entry)), ...chosen]);
      return wrong;
    },

    /**
     * Sends the chosen files, and failed ones again.
     * @param only limits it to these files; absent: all
     */
    start(kindId: string, only?: readonly File[]): void {
      const isWanted = ({ file }: UploadEntry) => only === undefined || only.includes(file);
      for (const entry of entries) if (entry.kind.id === kindId && isToSend(entry) && isWanted(entry)) void send(entry);
    },

    /** Sends a failed file again. */
    retry(id: number): void {
      const entry = find(id);
      if (entry?.state === 'failed') void send(entry);
    },

    /** Records the outcome of a sent file; does nothing if it is no longer listed. */
    follow(
      kindId: string,
      fileName: string,
      part: Pick<UploadEntry, 'reason'> & Partial<Pick<UploadEntry, 'state'>>,
    ): void {
      const entry = entries.find(
        ({ kind, file, state }) => kind.id === kindId && file.name === fileName && state === 'received',
      );
      if (entry && (entry.reason !== part.reason || part.state)) change(entry.id, part);
    },

    /** Removes an entry from the list; cancels it if it is in progress. */
    remove(id: number): void {
      drop(id);
      aborts.get(id)?.abort(new Error('cancelled'));
    },

    /** Removes the entries that are over, of one kind or of all that are not on the screen. */
    clearOver(isWanted: (entry: UploadEntry) => boolean): void {
      set(entries.filter((entry) => !(isOver(entry) && isWanted(entry))));
    },

    /** Removes the entries of a kind that were not sent. */
    forget(kindId: string): void {
      refused.clear(kindId);
      set(entries.filter((entry) => entry.kind.id !== kindId || !isToSend(entry)));
    },

    /** Cancels everything, because the user signed out or changed. */
    clear(): void {
      refused.clear();
      for (const { id } of entries) store.remove(id);
      unreported = [];
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
