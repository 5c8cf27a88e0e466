/**
 * Packs that this tab has sent and whose reading has not ended: who sent one is told what became of it, whatever screen is
 * open. Kept for the tab, so that loading the page anew forgets none.
 *
 *   SentPack
 *   sentPacks
 *   sentPackOf    what an upload's answer says of a pack
 */
export interface SentPack {
  readonly fileName: string;
  readonly sha256: string;
  /** when it was taken, ISO 8601 */
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
  /** the same list as long as nothing changes */
  list(): readonly SentPack[] {
    list ??= stored();
    return list;
  },
  add(pack: SentPack): void {
    // An upload of the same name replaces the one before: only the newer one is asked for.
    set([...sentPacks.list().filter(({ fileName }) => fileName !== pack.fileName), pack]);
  },
  remove(pack: SentPack): void {
    set(sentPacks.list().filter((one) => one !== pack));
  },
  clear(): void {
    set([]);
  },
  /** @returns ends listening */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
