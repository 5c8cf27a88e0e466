/**
 * All of `npm test`: everything that has to pass, in the order in which it fails soonest; ends at the first failure.
 *
 *   node scripts/test.ts            all steps
 *   node scripts/test.ts unit build only these
 *
 * PostgreSQL, an S3 service (Ceph) and the browser are installed where that is possible. Where it is not, what needs them
 * is left out with a warning; with CI=true or LACQUER_REQUIRE_SERVICES=1 that is a failure. LACQUER_TEST_POSTGRES and
 * LACQUER_TEST_S3 name servers that are there already.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRgw } from './s3Service.mjs';
import { ensurePackages, S3_PACKAGES, startPostgres } from './services.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const required = process.env['CI'] === 'true' || process.env['LACQUER_REQUIRE_SERVICES'] === '1';
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
};

interface Step {
  name: string;
  command: readonly string[];
  /** the step is left out when this file is not there */
  needs?: string;
}
const STEPS: readonly Step[] = [
  { name: 'types', command: ['tsc', '-b', '--checkers', '1'] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'knip', command: ['knip'], needs: 'knip.json' },
  { name: 'unit', command: ['vitest', 'run'] },
  { name: 'build', command: [process.execPath, 'scripts/build.ts'], needs: 'scripts/build.ts' },
  { name: 'browser', command: ['playwright', 'test'], needs: 'playwright.config.ts' },
];

let running: ChildProcess | undefined;
const skipped: string[] = [];

/** @returns the exit code */
function run(step: Step): Promise<number> {
  const [command = '', ...args] = step.command;
  return new Promise((resolve, reject) => {
    running = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit' });
    running.once('error', reject);
    running.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function skip(what: string, why: string): void {
  if (required) throw new Error(`${what}: ${why}`);
  skipped.push(`${what}: ${why}`);
  console.warn(`\n!!! NOT RUN: ${what}: ${why}\n`);
}

/** Sets the address for the tests; they cover only SQLite without it. */
async function postgresFor(missing: readonly string[], reason: string): Promise<void> {
  if (environment['LACQUER_TEST_POSTGRES']) return;
  if (missing.includes('postgresql')) return skip('tests on PostgreSQL', reason);
  try {
    environment['LACQUER_TEST_POSTGRES'] = (await startPostgres()).url;
  } catch (error) {
    skip('tests on PostgreSQL', (error as Error).message);
  }
}

/** Sets the address for the tests of one step. @returns what ends the service */
async function s3Service(): Promise<() => Promise<void>> {
  const nothing = async () => {};
  if (environment['LACQUER_TEST_S3']) return nothing;
  const { missing, reason } = ensurePackages(S3_PACKAGES);
  try {
    if (missing.length > 0) throw new Error(reason);
    const { url, stop } = await startRgw();
    environment['LACQUER_TEST_S3'] = url;
    return async () => {
      delete environment['LACQUER_TEST_S3'];
      await stop();
    };
  } catch (error) {
    skip('tests on S3', (error as Error).message);
    return nothing;
  }
}

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown) throw new Error(`no step is named ${unknown}; there are ${STEPS.map((step) => step.name).join(', ')}`);
  const steps = STEPS.filter(
    (step) => (names.length === 0 || names.includes(step.name)) && (!step.needs || existsSync(join(root, step.needs))),
  );
  const { missing, reason } = steps.some(({ name }) => name === 'unit' || name === 'browser')
    ? ensurePackages()
    : { missing: [], reason: '' };
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  const begun = performance.now();
  for (const step of steps) {
    if (step.name === 'unit') await postgresFor(missing, reason);
    const endS3 = step.name === 'unit' ? await s3Service() : undefined;
    if (step.name === 'browser' && missing.length > 0) {
      skip('browser tests', reason);
      continue;
    }
    console.log(`\n=== ${step.name}: ${step.command.join(' ')}`);
    const start = performance.now();
    const code = await run(step);
    await endS3?.();
    console.log(`=== ${step.name}: ${code === 0 ? 'passed' : `FAILED with ${code}`} after ${seconds(start)}`);
    if (code !== 0) return code;
  }
  for (const line of skipped) console.warn(`!!! NOT RUN: ${line}`);
  console.log(`\nAll of ${steps.map((step) => step.name).join(', ')} passed after ${seconds(begun)}.`);
  return 0;
}

// The terminal sends Ctrl-C to the step as well; leaving through process.exit lets PostgreSQL and its folder go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    const leave = () => process.exit(128 + constants.signals[signal]);
    if (!running || running.exitCode !== null || running.signalCode !== null) return leave();
    running.once('exit', leave);
    running.kill(signal);
    setTimeout(leave, 5000).unref();
  });
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
