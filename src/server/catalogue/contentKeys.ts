/**
 * A short key of everything that the answers of an area's calls depend on: the content that its refs point to, its
 * configuration files, and which dates of the visibility configuration have passed. It is computed once for each generation
 * of the area, so a caller that already has an answer costs one statement. The key is of content and not of the generation,
 * because after a restore the same number may mean something else.
 *
 *   ContentKeys, openContentKeys
 */
import { createHash } from 'node:crypto';
import type { Area } from '../../contract/index.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import type { AreaRefStore } from './areaRefs.ts';

export type ContentKeys = (area: Area) => Promise<string>;

export function openContentKeys({
  database,
  areaRefs,
  globalConfigs,
}: {
  database: Database;
  areaRefs: AreaRefStore;
  globalConfigs: GlobalConfigStore;
}): ContentKeys {
  const cache = new Map<Area, { generation: number; content: Promise<string> }>();

  async function read(area: Area): Promise<string> {
    const [sets, packs, files] = await Promise.all([
      areaRefs.of(area, 'dis'),
      areaRefs.of(area, 'static'),
      database.read.selectFrom('globalConfigs').select(['fileName', 'sha256']).where('area', '=', area).execute(),
    ]);
    const hash = createHash('sha256');
    await eachInTurns([...sets.refs, ...packs.refs], ({ kind, key, snapshotId, modifiedAt }) =>
      hash.update(JSON.stringify([kind, key, snapshotId, Number(modifiedAt)])),
    );
    for (const { fileName, sha256 } of files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
      hash.update(JSON.stringify([fileName, sha256]));
    }
    return hash.digest('base64url');
  }

  function contentOf(area: Area, generation: number): Promise<string> {
    const before = cache.get(area);
    if (before?.generation === generation) return before.content;
    const fresh = { generation, content: read(area) };
    // Of two reads at the same time, the older must not replace the newer.
    if ((before?.generation ?? -1) <= generation) cache.set(area, fresh);
    // Callers get the error; the next one loads again.
    fresh.content.catch(() => cache.get(area) === fresh && cache.delete(area));
    return fresh.content;
  }

  return async (area) => {
    const generation = await generationOf(database.read, area);
    const [content, { visibility }] = await Promise.all([
      contentOf(area, generation),
      globalConfigs.of(area, generation),
    ]);
    const now = database.clock.now();
    const passed = visibility.map(({ from }) => (from === undefined || Date.parse(from) <= now ? 1 : 0));
    return `${content} ${passed.join('')}`;
  };
}
