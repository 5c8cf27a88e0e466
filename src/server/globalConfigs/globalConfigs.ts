/**
 * The global configuration of an area: uploaded XML files, checked before they are stored, joined in name order.
 *
 *   openGlobalConfigs
 */
import type { Area } from '../../contract/index.ts';
import { type GlobalConfigs, NO_GLOBAL_CONFIGS } from '../../engine/globalConfigs.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import type { Database } from '../platform/database/database.ts';
import { readConfigFile } from './configFiles.ts';

export interface OpenGlobalConfigs {
  /** what is in force in an area */
  of(area: Area): Promise<GlobalConfigs>;
  /** Forgets what was read for an area; never needed for being right. */
  clear(area: Area): void;
}

export function openGlobalConfigs(database: Database): OpenGlobalConfigs {
  const known = new Map<Area, { hashes: string; configs: GlobalConfigs }>();

  return {
    async of(area) {
      const rows = await database.read
        .selectFrom('globalConfigs')
        .select(['fileName', 'kind', 'sha256'])
        .where('area', '=', area)
        .orderBy('fileName')
        .execute();
      const hashes = rows.map((row) => `${row.fileName} ${row.sha256}`).join('\n');
      const before = known.get(area);
      if (before?.hashes === hashes) return before.configs;
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
      known.set(area, { hashes, configs });
      return configs;
    },
    clear: (area) => void known.delete(area),
  };
}
