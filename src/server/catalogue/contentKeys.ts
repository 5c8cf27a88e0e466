/**
 * What the answers of an area's calls follow from, as one short text: which content its refs point to, its configuration
 * files, and which dates of the visibility configuration have come. It is read once for each generation of the area, so a
 * caller who has an answer already costs one statement. It names content and not the generation: after a restore, the
 * same number may stand for something else.
 *
 *   ContentKeys, openContentKeys
 */
import { createHash } from 'node:crypto';
import type { Area } from '../../contract/index.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import type { OpenAreaRefs } from './areaRefs.ts';

export type ContentKeys = (area: Area) => Promise<string>;

export function openContentKeys({
  database,
  areaRefs,
  globalConfigs,
}: {
  database: Database;
  areaRefs: OpenAreaRefs;
  globalConfigs: OpenGlobalConfigs;
}): ContentKeys {
  const kept = new Map<Area, { generation: number; content: Promise<string> }>();

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
    const before = kept.get(area);
    if (before?.generation === generation) return before.content;
    const fresh = { generation, content: read(area) };
    // Of two that read at once the older must not stay.
    if ((before?.generation ?? -1) <= generation) kept.set(area, fresh);
    fresh.content.catch(() => kept.get(area) === fresh && kept.delete(area));
    return fresh.content;
  }

  return async (area) => {
    const generation = await generationOf(database.read, area);
    const [content, { visibility }] = await Promise.all([
      contentOf(area, generation),
      globalConfigs.of(area, generation),
    ]);
    const now = database.clock.now();
    const come = visibility.map(({ from }) => (from === undefined || Date.parse(from) <= now ? 1 : 0));
    return `${content} ${come.join('')}`;
  };
}
