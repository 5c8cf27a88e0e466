/**
 * All refs of an area, read once for each generation of the area.
 *
 *   AreaRefs
 *   openAreaRefs
 */
import type { Area } from '../../contract/index.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import { listRefs, type Ref, type RefKind } from './refs.ts';

export interface AreaRefs {
  readonly generation: number;
  /** sorted by key */
  readonly refs: readonly Ref[];
  readonly byId: ReadonlyMap<string, Ref>;
}

export interface AreaRefStore {
  /** Returns the same object until the generation of the area changes. */
  of(area: Area, kind: RefKind): Promise<AreaRefs>;
  clear(area: Area): void;
}

export function openAreaRefs(database: Database): AreaRefStore {
  const known = new Map<string, { generation: number; refs: Promise<AreaRefs> }>();

  async function list(area: Area, kind: RefKind, generation: number): Promise<AreaRefs> {
    const refs = await listRefs(database, area, kind);
    const byId = new Map<string, Ref>();
    await eachInTurns(refs, (ref) => byId.set(ref.key, ref));
    return { generation, refs, byId };
  }

  return {
    async of(area, kind) {
      const generation = await generationOf(database.read, area);
      const name = `${area} ${kind}`;
      const before = known.get(name);
      if (before?.generation === generation) return before.refs;
      const fresh = { generation, refs: list(area, kind, generation) };
      known.set(name, fresh);
      // Callers get the error; the next one loads again.
      fresh.refs.catch(() => known.get(name) === fresh && known.delete(name));
      return fresh.refs;
    },
    clear(area) {
      for (const name of known.keys()) if (name.startsWith(`${area} `)) known.delete(name);
    },
  };
}
