/**
 * What `npm run package` makes, as it is installed: its size, its start and what it holds at rest. The first start makes the
 * store and the cache of compiled code, and is not measured.
 *
 *   packageRows     node bench/package.ts measures them alone
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer } from './deliveryServer.ts';
import { cpuOf, residentOf } from './processes.ts';
import { type LimitRow, limitLineOf } from './rows.ts';

const MIB = 1024 ** 2;
const MB = 1e6;
const STARTS = 5;
/** milliseconds */
const REST = 15_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.build/package');

interface Start {
  /** milliseconds from the start to the first answer */
  readonly cpu: number;
  readonly wall: number;
  /** bytes */
  readonly rest: number;
}
interface Measures {
  readonly starts: readonly Start[];
  readonly withoutNode: number;
  readonly withNode: number;
}

const sizeOf = (path: string): number =>
  globSync('**/*', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** The packages that npm would install with it, from this checkout, which has the same versions. */
function sizes(): Pick<Measures, 'withoutNode' | 'withNode'> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const paths = Object.keys(packages).filter((path) => path !== '');
  const isNode = (path: string) => /^node_modules\/node-/.test(path);
  const sum = (some: readonly string[]) => some.reduce((bytes, path) => bytes + sizeOf(join(root, path)), 0);
  const withoutNode = sizeOf(folder) + sum(paths.filter((path) => !isNode(path)));
  return { withoutNode, withNode: withoutNode + sum(paths.filter(isNode)) };
}

async function start(data: string): Promise<Start> {
  const began = performance.now();
  const server = await startServer(data, [join(folder, 'bin/lacquer.mjs'), 'serve']);
  try {
    await (await fetch(`${server.address}/api/v2/public/build-info`)).text();
    const measured = { wall: performance.now() - began, cpu: cpuOf(server.pid) };
    await wait(REST);
    return { ...measured, rest: residentOf(server.pid) };
  } finally {
    await server.stop();
  }
}

async function measureAll(): Promise<Measures> {
  execFileSync(process.execPath, [join(root, 'scripts/package/main.ts'), folder], { stdio: 'ignore' });
  const store = mkdtempSync(join(tmpdir(), 'lacquer-package-'));
  try {
    await start(store);
    const starts: Start[] = [];
    for (let run = 0; run < STARTS; run++) starts.push(await start(store));
    return { ...sizes(), starts };
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

export function packageRows(): LimitRow[] {
  let all: Promise<Measures> | undefined;
  const measured = () => {
    all ??= measureAll();
    return all;
  };
  const ofStarts = (pick: (start: Start) => number) => async () => (await measured()).starts.map(pick);
  return [
    { work: 'the package at rest', unit: 'MiB', allowed: 150, measure: ofStarts(({ rest }) => rest / MIB) },
    {
      work: 'the package, CPU time from its start to the first answer',
      unit: 'ms',
      allowed: 600,
      measure: ofStarts(({ cpu }) => cpu),
    },
    {
      work: 'the package, from its start to the first answer',
      unit: 'ms',
      allowed: 1000,
      measure: ofStarts(({ wall }) => wall),
    },
    {
      work: 'the package installed, without Node',
      unit: 'MB',
      allowed: 60,
      measure: async () => [(await measured()).withoutNode / MB],
    },
    {
      work: 'the package installed, with Node',
      unit: 'MB',
      allowed: 190,
      measure: async () => [(await measured()).withNode / MB],
    },
  ];
}

if (import.meta.main) {
  for (const row of packageRows()) console.log(limitLineOf(row, await row.measure()));
}
