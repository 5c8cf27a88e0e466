/**
 * The global configuration of an area: uploaded XML files, checked before they are stored, joined in name order.
 *
 *   openGlobalConfigs
 */
import type { Area } from '../../contract/index.ts';
import { type GlobalConfigs, NO_GLOBAL_CONFIGS } from '../../engine/globalConfigs.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import type { Database } from '../platform/database/database.ts';
import { generationOf } from './areaGeneration.ts';
import { readConfigFile } from './configFiles.ts';

export interface OpenGlobalConfigs {
  /** What is in force in an area. @param generation of the area, where the caller has just read it */
  of(area: Area, generation?: number): Promise<GlobalConfigs>;
  /** Forgets what was read for an area; never needed for being right. */
  clear(area: Area): void;
}

export function openGlobalConfigs(database: Database): OpenGlobalConfigs {
  const known = new Map<Area, { generation: number; configs: GlobalConfigs }>();

  return {
    async of(area, now) {
      const generation = now ?? (await generationOf(database.read, area));
      const before = known.get(area);
      if (before?.generation === generation) return before.configs;
      const files = await database.read
        .selectFrom('globalConfigs')
        .select(['fileName', 'kind', 'content'])
        .where('area', '=', area)
        .execute();
      // In byte order whatever collation the database has: which row comes first decides ties.
      files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
      const configs = files.reduce<GlobalConfigs>((joined, file) => {
        const { rows: more } = readConfigFile(file.kind as GlobalConfigKind, Buffer.from(file.content, 'utf8'));
        return Object.fromEntries(
          Object.entries(joined).map(([list, values]) => [
            list,
            [...values, ...(more[list as keyof GlobalConfigs] ?? [])],
          ]),
        ) as unknown as GlobalConfigs;
      }, NO_GLOBAL_CONFIGS);
      known.set(area, { generation, configs });
      return configs;
    },
    clear: (area) => void known.delete(area),
  };
}
