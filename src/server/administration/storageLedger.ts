/**
 * The ledger of a storage measurement: packs, the lists of their files, and the sets and static packs that use them. It keeps
 * a few hundred bytes in memory for each pack and each set.
 *
 * Content that several areas or sets share is one piece: what packs with the same bytes delivered.
 *
 *   Piece, ContentUse, PackUse, PACK_USES, Ledger
 *   openLedger
 */
import type { Area, StorageReport, StoredKind } from '../../contract/index.ts';
import { parsePackName } from '../../engine/packNames.ts';
import { HashSet } from '../catalogue/hashSet.ts';
import type { SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import { releaseBuffer } from '../platform/memory.ts';
import { isTemporary } from '../platform/unavailable.ts';

/** What a pack delivered for one set, or packs with the same bytes for several sets. */
export interface Piece {
  bytes: number;
  /** the one set or static pack that shows it; null: several do */
  shownBy: ContentUse | null | undefined;
}
/** A set or static pack. */
export interface ContentUse {
  readonly kind: 'dis' | 'static';
  readonly key: string;
  readonly areas: Record<Area, Set<Piece>>;
  readonly older: Set<Piece>;
}
export type PackUse = StorageReport['packs'][number]['use'] | 'replaced';
interface PackBlob {
  kind: StoredKind;
  use: PackUse;
  /** how many uploads have these bytes */
  uploads: number;
}

/** A pack that several uploads delivered counts as the first of these that one of them is. */
export const PACK_USES = [
  'shown',
  'history',
  'reading',
  'refused',
  'unused',
  'replaced',
] as const satisfies readonly PackUse[];
const ORDER = new Map<PackUse, number>(PACK_USES.map((use, at) => [use, at]));

/**
 * Suppliers deliver the same pictures for several sets: packs with the same bytes are stored once and are one piece. In
 * a pack for several sets, each set has its own part.
 */
function pieceName(
  { pack, kind, viewport, driver }: SnapshotPart,
  packSha256: string,
  disId: string | undefined,
): string {
  const name = parsePackName(pack);
  const isWhole = 'kind' in name && (name.kind === 'image' || name.kind === 'static');
  return [packSha256, kind, viewport, driver, isWhole ? undefined : disId].join(' ');
}

/** Collects packs, the lists of their files, and which sets use them. */
export function openLedger(snapshots: Pick<Snapshots, 'referencesOf'>, signal: AbortSignal) {
  const packs = new Map<string, PackBlob>();
  const contents = new Map<string, ContentUse>();
  const pieces = new Map<string, Piece>();
  /** manifest -> its piece */
  const known = new Map<string, { readonly piece: Piece; readonly pack: string } | 'unreadable'>();
  const lists = new HashSet();

  function notePack(sha256: string, kind: StoredKind, use: PackUse): PackBlob {
    const pack = packs.get(sha256) ?? { kind, use, uploads: 0 };
    if ((ORDER.get(use) ?? 0) < (ORDER.get(pack.use) ?? 0)) pack.use = use;
    packs.set(sha256, pack);
    return pack;
  }

  async function read(part: SnapshotPart) {
    try {
      const { packSha256, hashes, disId, storedBytes } = await snapshots.referencesOf(part);
      releaseBuffer(hashes);
      const name = pieceName(part, packSha256, disId);
      // A state without some of the files has its own list, of the same bytes.
      const piece = pieces.get(name) ?? { bytes: 0, shownBy: undefined };
      piece.bytes = Math.max(piece.bytes, storedBytes);
      pieces.set(name, piece);
      return { piece, pack: packSha256 };
    } catch (error) {
      if (signal.aborted || isTemporary(error)) throw error;
      return 'unreadable';
    }
  }

  return {
    packs,
    contents,
    lists,
    notePack,
    unreadable: () => [...known.values()].filter((one) => one === 'unreadable').length,
    contentOf(kind: 'dis' | 'static', key: string): ContentUse {
      const name = `${kind} ${key}`;
      const content = contents.get(name) ?? {
        kind,
        key,
        areas: { embargo: new Set(), preprod: new Set(), prod: new Set() },
        older: new Set(),
      };
      contents.set(name, content);
      return content;
    },
    /** @returns undefined if its list of files cannot be read */
    async pieceOf(part: SnapshotPart, use: 'shown' | 'history'): Promise<Piece | undefined> {
      const found = known.get(part.manifest) ?? (await read(part));
      known.set(part.manifest, found);
      lists.add(part.manifest);
      if (found === 'unreadable') return undefined;
      notePack(found.pack, part.kind, use);
      return found.piece;
    },
  };
}
export type Ledger = ReturnType<typeof openLedger>;
