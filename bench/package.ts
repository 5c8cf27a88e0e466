/**
 * What `npm run package` makes, as it is installed: its size, its start and what it holds at rest. The first start makes the store
 * and the cache of compiled code, and is not measured.
 *
 *   packageRows     node bench/package.ts measures them alone
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuOf, residentOf, startServer } from './deliveryServer.ts';
import { type LimitRow, limitLineOf, median } from './rows.ts';

const MIB = 1024 ** 2;
const MB = 1e6;
const STARTS = 5;
/** milliseconds */
const REST = 15_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.build/package');

interface Measures {
  readonly cpu: number;
  readonly wall: number;
  readonly rest: number;
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

async function start(data: string, rests: boolean): Promise<{ cpu: number; wall: number; rest: number }> {
  const began = performance.now();
  const server = await startServer(data, [join(folder, 'bin/lacquer.mjs'), 'serve']);
  try {
    await (await fetch(`${server.address}/api/v2/public/build-info`)).text();
    const measured = { wall: performance.now() - began, cpu: cpuOf(server.pid) };
    if (rests) await wait(REST);
    return { ...measured, rest: rests ? residentOf(server.pid) : 0 };
  } finally {
    await server.stop();
  }
}

async function measureAll(): Promise<Measures> {
  execFileSync(process.execPath, [join(root, 'scripts/package/main.ts'), folder], { stdio: 'ignore' });
  const store = mkdtempSync(join(tmpdir(), 'lacquer-package-'));
  try {
    await start(store, false);
    const all: Awaited<ReturnType<typeof start>>[] = [];
    for (let run = 0; run < STARTS; run++) all.push(await start(store, run === STARTS - 1));
    return {
      ...sizes(),
      cpu: median(all.map(({ cpu }) => cpu)),
      wall: median(all.map(({ wall }) => wall)),
      rest: all.at(-1)?.rest ?? 0,
    };
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

export function packageRows(): LimitRow[] {
  let all: Promise<Measures> | undefined;
  const measured = (pick: (all: Measures) => number) => async () => {
    all ??= measureAll();
    return pick(await all);
  };
  return [
    { work: 'the package at rest', unit: 'MiB', allowed: 150, measure: measured(({ rest }) => rest / MIB) },
    {
      work: 'the package, CPU time from its start to the first answer',
      unit: 'ms',
      allowed: 600,
      measure: measured(({ cpu }) => cpu),
    },
    {
      work: 'the package, from its start to the first answer',
      unit: 'ms',
      allowed: 1000,
      measure: measured(({ wall }) => wall),
    },
    {
      work: 'the package installed, without Node',
      unit: 'MB',
      allowed: 60,
      measure: measured(({ withoutNode }) => withoutNode / MB),
    },
    {
      work: 'the package installed, with Node',
      unit: 'MB',
      allowed: 190,
      measure: measured(({ withNode }) => withNode / MB),
    },
  ];
}

if (import.meta.main) {
  for (const row of packageRows()) console.log(limitLineOf(row, await row.measure()));
}
