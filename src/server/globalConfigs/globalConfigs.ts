/**
 * The global configuration of an area: its XML files, joined in the order of their names.
 *
 *   StoredConfig, GlobalConfigStore
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

export interface GlobalConfigStore {
  /** The rows of one file. @throws ApiError 503 if it cannot be read at the moment: an active file is never skipped */
  rowsOf(file: StoredConfig): Promise<Partial<GlobalConfigs>>;
  /** The rows in force in an area. @param generation of the area, if the caller has just read it */
  of(area: Area, generation?: number): Promise<GlobalConfigs>;
  /** Empties the cache for an area. Entries are never stale, so this is never necessary. */
  clear(area: Area): void;
}

/** Files up to this total size stay parsed, so that a change reads only the files that are new. */
const CACHE_BYTES = 64 * 1024 ** 2;

/** Identifies a list of files by their names, kinds and hashes. */
const fingerprintOf = (files: readonly Omit<StoredConfig, 'content'>[]): string =>
  files
    .map(({ fileName, kind, sha256 }) => `${fileName} ${kind} ${sha256}`)
    .sort()
    .join('\n');

export function openGlobalConfigs(database: Database, xmlFiles: XmlFiles): GlobalConfigStore {
  const latest = new Map<Area, { generation: number; files: string; configs: GlobalConfigs }>();
  const parsed = new LRUCache<string, Promise<Partial<GlobalConfigs>>>({ maxSize: CACHE_BYTES });

  function rowsOf({ fileName, kind, content, sha256 }: StoredConfig): Promise<Partial<GlobalConfigs>> {
    const key = `${kind} ${sha256}`;
    const before = parsed.get(key);
    if (before) return before;
    const rows = xmlFiles.readConfig(kind as GlobalConfigKind, Buffer.from(content, 'utf8')).then(
      (reading) => reading.rows,
      (error: unknown) => {
        parsed.delete(key);
        if (!(error instanceof XmlTooCostly)) throw error;
        throw unavailable('config-unreadable', `${fileName} could not be read: ${error.message}.`, { cause: error });
      },
    );
    parsed.set(key, rows, { size: content.length + 1 });
    return rows;
  }

  return {
    rowsOf,
    async of(area, given) {
      const generation = given ?? (await generationOf(database.read, area));
      const before = latest.get(area);
      if (before?.generation === generation) return before.configs;
      const filesOf = database.read.selectFrom('globalConfigs').where('area', '=', area);
      const names = await filesOf.select(['fileName', 'kind', 'sha256']).execute();
      // Most changes move sets, not files. Then nothing is read and callers get the same object again.
      if (before?.files === fingerprintOf(names)) {
        before.generation = Math.max(before.generation, generation);
        return before.configs;
      }
      const files = await filesOf.select(['fileName', 'kind', 'content', 'sha256']).execute();
      // The first row wins a tie, so the order must not depend on the collation of the database.
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
      // Of two calls that read at once, the one with the older generation must not replace the newer one.
      if ((latest.get(area)?.generation ?? -1) <= generation) {
        latest.set(area, { generation, files: fingerprintOf(files), configs });
      }
      return configs;
    },
    clear(area) {
      latest.delete(area);
      parsed.clear();
    },
  };
}
