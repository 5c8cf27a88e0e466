/**
 * Reads XML files in threads that are ended if a file takes too much time or memory, so that no file can block the main
 * thread or crash the server.
 *
 *   XmlFiles, XmlTooCostly
 *   openXmlFiles
 */
import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../engine/fairQueue.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import type { Finding } from '../../engine/quality/findings.ts';
import { RESOLUTION_LIMITS, type ResolutionLimits } from '../../engine/resolutionLimits.ts';
import type { SetProblem } from '../../engine/setProblems.ts';
import { openPool, ThreadEnded } from '../platform/threads/pool.ts';
import type { XmlPlace } from '../platform/xml/places.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import type { ConfigReading } from './configReaders.ts';
import type { MetaReading } from './metaReaders.ts';
import type { ListedProblems } from './schemas.ts';

export type XmlTask =
  | { read: 'meta'; fileName: string; bytes: EntryBytes; disId: string; limits: ResolutionLimits }
  | { read: 'config'; kind: GlobalConfigKind; bytes: Uint8Array; limits: ResolutionLimits }
  | { read: 'configProblems'; kind: GlobalConfigKind; bytes: Uint8Array; limits: ResolutionLimits }
  | { read: 'places'; fileName: string; bytes: Uint8Array; problems: readonly SetProblem[] }
  | { read: 'lines'; fileName: string; bytes: Uint8Array; findings: readonly Finding[] };
export type XmlAnswer =
  | MetaReading
  | ConfigReading
  | ListedProblems
  | (XmlPlace | undefined)[]
  | (number | undefined)[];

/** The file takes too much time or memory. The message is a sentence for its sender. */
export class XmlTooCostly extends Error {}

/** File names are those of META_FORMATS. All calls throw XmlTooCostly, PoolClosed, and ThreadEnded if a thread dies. */
export interface XmlFiles {
  readMeta(fileName: string, bytes: EntryBytes, disId: string): Promise<MetaReading>;
  readConfig(kind: GlobalConfigKind, bytes: Uint8Array): Promise<ConfigReading>;
  /** The problems of a file, without its rows, of which there may be very many. */
  configProblems(kind: GlobalConfigKind, bytes: Uint8Array): Promise<ListedProblems>;
  /** The place of each problem; undefined if the file has nothing that it is about. */
  placesOf(fileName: string, bytes: Uint8Array, problems: readonly SetProblem[]): Promise<(XmlPlace | undefined)[]>;
  /** The line of each finding, from 1; undefined if the file has nothing that it is about. */
  linesOf(fileName: string, bytes: Uint8Array, findings: readonly Finding[]): Promise<(number | undefined)[]>;
  close(): Promise<void>;
}

const MIB = 1024 ** 2;
/** Memory of the XML library in one thread. A valid file of the largest size takes about half of it. */
export const WASM_BYTES = 1024 * MIB;
/** JavaScript heap of one thread. */
const HEAP_BYTES = 1024 * MIB;
const THREADS = 2;
/** A valid file of the largest size takes some seconds. */
const READING_TIME_MS = 60_000;

/**
 * @param readingTime milliseconds that one file may take
 * @param limits      of profiles
 */
export function openXmlFiles({ readingTime = READING_TIME_MS, limits = RESOLUTION_LIMITS } = {}): XmlFiles {
  const pool = openPool<XmlTask, XmlAnswer>(new URL('./thread.ts', import.meta.url), {
    threads: Math.min(THREADS, availableParallelism()),
    createQueue: createFairQueue,
    taskTimeMs: readingTime,
    heapBytes: HEAP_BYTES,
  });
  const taken = {
    time: `longer than ${readingTime / 1000} seconds`,
    memory: `more than ${WASM_BYTES / MIB} MiB of memory`,
  };

  const read = <A extends XmlAnswer>(task: XmlTask): Promise<A> =>
    // Kinds of tasks take turns, so that a configuration file does not wait for all the costly meta files of a pack.
    pool.run(task, task.read).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded) || !(error.reason === 'time' || error.reason === 'memory')) throw error;
      const message = `reading the file takes ${taken[error.reason]}; make it smaller or simpler`;
      throw new XmlTooCostly(message, { cause: error });
    }) as Promise<A>;

  return {
    readMeta: (fileName, bytes, disId) => read({ read: 'meta', fileName, bytes, disId, limits }),
    readConfig: (kind, bytes) => read({ read: 'config', kind, bytes, limits }),
    configProblems: (kind, bytes) => read({ read: 'configProblems', kind, bytes, limits }),
    placesOf: (fileName, bytes, problems) => read({ read: 'places', fileName, bytes, problems }),
    linesOf: (fileName, bytes, findings) => read({ read: 'lines', fileName, bytes, findings }),
    close: pool.close,
  };
}
