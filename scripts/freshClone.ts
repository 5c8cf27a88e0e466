/**
 * Measures what a newcomer waits for: from `git clone` until the demo's page has its first car. Clones the last commit of this
 * checkout into a temporary folder and runs `npm run demo` there, as the README says.
 *
 *   node scripts/freshClone.ts           with npm's cache as it is
 *   node scripts/freshClone.ts --cold    with an empty one: every package is fetched
 *
 * Prints seconds on the clock and of processor time for each step, and the machine's load before and after.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { accounts } from '../demo/accounts.ts';
import { signIn } from '../demo/uploader.ts';
import { TICKS_PER_SECOND } from './testing/costs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = process.env['LACQUER_PORT'] ?? '8080';
const begun = performance.now();

/** Processor time of a process, those that it waited for, and all below it that still run. */
function processorSeconds(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ id: Number(name), parent: Number(fields[1]), ticks }];
      } catch {
        // It has just ended.
        return [];
      }
    });
  const below = (id: number): number =>
    stats.reduce((sum, one) => sum + (one.parent === id ? one.ticks + below(one.id) : 0), 0);
  return ((stats.find(({ id }) => id === pid)?.ticks ?? 0) + below(pid)) / TICKS_PER_SECOND;
}

function print(step: string, child?: ChildProcess): void {
  const spent = child?.pid === undefined ? '' : `, ${processorSeconds(child.pid).toFixed(0)} s of processor time`;
  console.log(`${step} after ${((performance.now() - begun) / 1000).toFixed(1)} s${spent}`);
}
const load = () =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');

const folder = mkdtempSync(join(tmpdir(), 'lacquer-clone-'));
const clone = join(folder, 'lacquer');
let demo: ChildProcess | undefined;
try {
  console.log(`${availableParallelism()} processors, load ${load()}`);
  execFileSync('git', ['clone', '--quiet', root, clone]);
  print('cloned');
  // Of this checkout, a newcomer has nothing: neither its tools nor what npm sets for a script.
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|LACQUER_)/.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'));
  demo = spawn('npm', ['run', 'demo'], {
    cwd: clone,
    env: {
      ...Object.fromEntries(own),
      PATH: path.join(delimiter),
      LACQUER_PORT: port,
      ...(process.argv.includes('--cold') && { npm_config_cache: join(folder, 'npm') }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: demo.stdout as NonNullable<typeof demo.stdout> });
  for await (const line of lines) {
    if (/^(Installed|Drawing|Built)/.test(line)) print(line, demo);
    if (!line.startsWith('Lacquer is at ')) continue;
    const address = `http://localhost:${port}`;
    const page = await fetch(address);
    const [{ username, password }] = accounts;
    await signIn(address, username, password);
    if (!page.ok) throw new Error(`the page answers ${page.status}`);
    print('The page is there, with the first car,', demo);
    console.log(`load ${load()}`);
    break;
  }
  if (demo.exitCode !== null) throw new Error(`npm run demo ended with ${demo.exitCode}`);
} finally {
  if (demo?.pid !== undefined && demo.exitCode === null) {
    const ended = once(demo, 'exit');
    // npm and all that it started
    process.kill(-demo.pid, 'SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
