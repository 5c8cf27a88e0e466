/**
 * The global configuration of an area: uploaded XML files, checked before they are stored, joined in name order.
 *
 *   StoredConfig, OpenGlobalConfigs
 *   openGlobalConfigs
 */
import { LRUCache } from 'lru-cache';
import type { Area } from '../../contract/index.ts';
import { type GlobalConfigs, NO_GLOBAL_CONFIGS } from '../../engine/globalConfigs.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { unavailable } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { type XmlFiles, XmlTooCostly } from '../xmlFiles/xmlFiles.ts';
import { generationOf } from './areaGeneration.ts';

export interface StoredConfig {
  readonly fileName: string;
  readonly kind: string;
  readonly content: string;
  readonly sha256: string;
}

export interface OpenGlobalConfigs {
  /** What one file says. @throws ApiError 503 when it cannot be read now: a file in force is never left out */
  rowsOf(file: StoredConfig): Promise<Partial<GlobalConfigs>>;
  /** What is in force in an area. @param generation of the area, where the caller has just read it */
  of(area: Area, generation?: number): Promise<GlobalConfigs>;
  /** Forgets what was read for an area; never needed for being right. */
  clear(area: Area): void;
}

/** bytes of files whose rows are kept, so that an area that moves on reads only what is new */
const KEPT_BYTES = 64 * 1024 ** 2;

/** Which files an area has, as one text. */
const listed = (files: readonly Omit<StoredConfig, 'content'>[]): string =>
  files
    .map(({ fileName, kind, sha256 }) => `${fileName} ${kind} ${sha256}`)
    .sort()
    .join('\n');

export function openGlobalConfigs(database: Database, xmlFiles: XmlFiles): OpenGlobalConfigs {
  const known = new Map<Area, { generation: number; files: string; configs: GlobalConfigs }>();
  const read = new LRUCache<string, Promise<Partial<GlobalConfigs>>>({ maxSize: KEPT_BYTES });

  function rowsOf({ fileName, kind, content, sha256 }: StoredConfig): Promise<Partial<GlobalConfigs>> {
    const key = `${kind} ${sha256}`;
    const before = read.get(key);
    if (before) return before;
    const rows = xmlFiles.readConfig(kind as GlobalConfigKind, Buffer.from(content, 'utf8')).then(
      (reading) => reading.rows,
      (error: unknown) => {
        read.delete(key);
        if (!(error instanceof XmlTooCostly)) throw error;
        throw unavailable('config-unreadable', `${fileName} could not be read: ${error.message}.`, { cause: error });
      },
    );
    read.set(key, rows, { size: content.length + 1 });
    return rows;
  }

  return {
    rowsOf,
    async of(area, given) {
      const generation = given ?? (await generationOf(database.read, area));
      const before = known.get(area);
      if (before?.generation === generation) return before.configs;
      const filesOf = database.read.selectFrom('globalConfigs').where('area', '=', area);
      const names = await filesOf.select(['fileName', 'kind', 'sha256']).execute();
      // Mostly it is sets that moved: then nothing is read, and what is in force stays the same object.
      if (before?.files === listed(names)) {
        before.generation = Math.max(before.generation, generation);
        return before.configs;
      }
      const files = await filesOf.select(['fileName', 'kind', 'content', 'sha256']).execute();
      // In byte order whatever collation the database has: which row comes first decides ties.
      files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
      const all = await Promise.all(files.map(rowsOf));
      const configs = all.reduce<GlobalConfigs>(
        (joined, more) =>
          Object.fromEntries(
            Object.entries(joined).map(([list, values]) => [
              list,
              [...values, ...(more[list as keyof GlobalConfigs] ?? [])],
            ]),
          ) as unknown as GlobalConfigs,
        NO_GLOBAL_CONFIGS,
      );
      // Two calls may read at once: the older state must not stay.
      if ((known.get(area)?.generation ?? -1) <= generation) {
        known.set(area, { generation, files: listed(files), configs });
      }
      return configs;
    },
    clear(area) {
      known.delete(area);
      read.clear();
    },
  };
}
