/**
 * Sets the size of Node's pool of native threads, which is fixed when the pool is first used: import this before anything
 * else. Files, passwords and sharp share the pool, for all threads of the process. With the default of four, large pictures
 * would keep everybody from signing in. Two threads per processor use sharp: one reads packs, one paints.
 */
import { availableParallelism } from 'node:os';

const OTHERS = 4;
const MAX_THREADS = 128;

process.env['UV_THREADPOOL_SIZE'] ??= String(Math.min(MAX_THREADS, OTHERS + 2 * availableParallelism()));
