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
import type { Database } from '../platform/database/database.ts';
import { listRefs } from './refs.ts';

export type ContentKeys = (area: Area) => Promise<string>;

export function openContentKeys({
  database,
  globalConfigs,
}: {
  database: Database;
  globalConfigs: OpenGlobalConfigs;
}): ContentKeys {
  const kept = new Map<Area, { generation: number; content: string }>();

  async function contentOf(area: Area, generation: number): Promise<string> {
    const before = kept.get(area);
    if (before?.generation === generation) return before.content;
    const [sets, packs, files] = await Promise.all([
      listRefs(database, area, 'dis'),
      listRefs(database, area, 'static'),
      database.read.selectFrom('globalConfigs').select(['fileName', 'sha256']).where('area', '=', area).execute(),
    ]);
    const hash = createHash('sha256');
    for (const { kind, key, snapshotId, modifiedAt } of [...sets, ...packs]) {
      hash.update(JSON.stringify([kind, key, snapshotId, Number(modifiedAt)]));
    }
    for (const { fileName, sha256 } of files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
      hash.update(JSON.stringify([fileName, sha256]));
    }
    const content = hash.digest('base64url');
    // Of two that read at once the older must not stay.
    if ((kept.get(area)?.generation ?? -1) <= generation) kept.set(area, { generation, content });
    return content;
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
