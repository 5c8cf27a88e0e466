/**
 * Packs that this tab has sent and that are not read yet: the user is notified how each ended, on any screen. They are
 * in the tab's storage, so they survive a reload of the page.
 *
 *   SentPack
 *   sentPacks
 *   sentPackOf    the pack that an upload's answer names
 */
export interface SentPack {
  readonly fileName: string;
  readonly sha256: string;
  /** when the server received it, ISO 8601 */
  readonly lastModifiedDate: string;
}

const KEY = 'lacquer-sent-packs';

export function sentPackOf(body: unknown): SentPack | undefined {
  const { fileName, sha256, lastModifiedDate } = (body ?? {}) as Partial<Record<keyof SentPack, unknown>>;
  return typeof fileName === 'string' && typeof sha256 === 'string' && typeof lastModifiedDate === 'string'
    ? { fileName, sha256, lastModifiedDate }
    : undefined;
}

function stored(): readonly SentPack[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.flatMap((one) => sentPackOf(one) ?? []) : [];
  } catch {
    // Storage that is blocked or damaged: nothing was sent.
    return [];
  }
}

let list: readonly SentPack[] | undefined;
const listeners = new Set<() => void>();

function set(next: readonly SentPack[]): void {
  list = next;
  if (next.length === 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export const sentPacks = {
  /** @returns the same list while nothing changes */
  list(): readonly SentPack[] {
    list ??= stored();
    return list;
  },
  add(pack: SentPack): void {
    // An upload of the same name replaces the previous one: only the newer one matters.
    set([...sentPacks.list().filter(({ fileName }) => fileName !== pack.fileName), pack]);
  },
  remove(pack: SentPack): void {
    set(sentPacks.list().filter((one) => one !== pack));
  },
  clear(): void {
    set([]);
  },
  /** @returns stops listening */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
