/**
 * To be imported before anything else by what starts a process: the size of Node's pool of native threads is fixed when it is
 * first used. Files, passwords and sharp, of all threads of the process, share it, and four would be few: large pictures would
 * keep everybody from signing in. Two threads a processor use sharp, one that takes packs in and one that paints.
 */
import { availableParallelism } from 'node:os';

const OTHERS = 4;
const MOST = 128;

process.env['UV_THREADPOOL_SIZE'] ??= String(Math.min(MOST, OTHERS + 2 * availableParallelism()));
