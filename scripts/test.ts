/**
 * The tests, in two parts by the names of the files (scripts/testing/parts.ts).
 *
 *   node scripts/test.ts              `npm test`: the fast part, with types, lint, knip and build
 *   node scripts/test.ts --rest       `npm run test:rest`: the slow part
 *   node scripts/test.ts --all        `npm run test:all`: both parts at full length
 *   node scripts/test.ts unit build   only these steps
 *
 * Types, lint, knip and build run beside the unit tests. If one of them fails, the run ends; the unit and the browser tests
 * are always finished, so that one run reports everything that is wrong; its last lines name the red tests. With CI=true,
 * files with a red test run a second time, and those that are green then are listed as flaky (decision 640). Types, lint and
 * knip are skipped when they passed on the same files before; with CI=true they always run. At the end, groups of tests are named that cost half as much again
 * as docs/testCosts.json says; `test:all` fails then.
 *
 * PostgreSQL, an S3 service (Ceph), the browsers, and the proxies of the examples in deploy/ are installed where that is
 * possible. Where it is not, what needs them is left out with a warning; with CI=true or LACQUER_REQUIRE_SERVICES=1 that is a
 * failure, except for Firefox and the examples where apt-get does not have their packages. LACQUER_TEST_POSTGRES and
 * LACQUER_TEST_S3 name servers that are there already.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startRgw } from './s3Service.mjs';
import {
  DEPLOY_PACKAGES,
  ensurePackages,
  FIREFOX_PACKAGES,
  PACKAGES,
  S3_PACKAGES,
  startPostgres,
} from './services.mjs';
import { RUNS, type Run } from './testing/costGroups.ts';
import { type Failure, filesOf, readFailures, type Tests } from './testing/reports.ts';
import { notePassed, passedBefore } from './testing/unchanged.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const required = process.env['CI'] === 'true' || process.env['LACQUER_REQUIRE_SERVICES'] === '1';
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
  // The type checker, a Go program, would spend a quarter of its time on collecting garbage.
  GOGC: process.env['GOGC'] ?? '300',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};

/** `npm test`, `npm run test:rest` or `npm run test:all` */
const mode: Run = process.argv.includes('--all') ? 'all' : process.argv.includes('--rest') ? 'rest' : 'test';
/** The steps that every change has to pass, and whose result does not depend on how many tests run. */
const NOT_REST: readonly Run[] = ['test', 'all'];

interface Step {
  name: string;
  command: readonly string[];
  /** finishes even when another step has failed */
  finished?: true;
  /** names its red tests in a report, and may be given files to run */
  tests?: Tests;
  /** its result depends on the files alone */
  repeatable?: true;
  /** the runs that it belongs to */
  runs: readonly Run[];
  /** @returns whether the step can run here */
  prepare?: () => Promise<boolean>;
}

/** The file that a test runner writes its report to. */
function reportOf(tests: Tests): string {
  return join(root, '.build', 'reports', `${tests}.json`);
}

const UNIT_REPORTER = '--reporter=./scripts/testing/unhandledErrors.ts';

/** One after the other; the lanes of a phase run side by side, the steps of a lane one after the other. */
const PHASES: readonly (readonly (readonly Step[])[])[] = [
  [
    [
      {
        name: 'unit',
        command: ['vitest', 'run', '--reporter=default', UNIT_REPORTER, `--outputFile.json=${reportOf('unit')}`],
        runs: RUNS,
        finished: true,
        tests: 'unit',
        prepare: services,
      },
    ],
    [
      { name: 'types', command: ['tsc', '-b', '--checkers', '1'], runs: NOT_REST, repeatable: true },
      { name: 'lint', command: ['biome', 'check', '--error-on-warnings'], runs: NOT_REST, repeatable: true },
      { name: 'knip', command: ['knip'], runs: NOT_REST, repeatable: true },
      // Code that only tests use counts as unused. The step above checks packages, with the configurations that use them.
      {
        name: 'unused',
        command: ['knip', '--production', '--exclude', 'dependencies'],
        runs: NOT_REST,
        repeatable: true,
      },
      // Only slow tests need the sample cars.
      {
        name: 'build',
        command: [process.execPath, 'scripts/build.ts', ...(mode === 'test' ? ['web', 'docs'] : [])],
        runs: RUNS,
      },
    ],
  ],
  [
    [
      {
        name: 'dates',
        command: [process.execPath, 'scripts/testing/dates.ts'],
        runs: ['rest', 'all'],
        finished: true,
        prepare: services,
      },
    ],
  ],
  [
    [
      {
        name: 'browser',
        command: ['playwright', 'test'],
        runs: RUNS,
        finished: true,
        tests: 'browser',
        prepare: browser,
      },
    ],
  ],
  [
    [
      {
        name: 'costs',
        command: [process.execPath, 'scripts/testing/costTable.ts', mode],
        runs: RUNS,
        prepare: allPassed,
      },
    ],
  ],
];

/** at the end of a run */
const RED_LINES = 20;
const running = new Set<ChildProcess>();
const skipped: string[] = [];
/** names of steps */
const failed: string[] = [];
const red: Failure[] = [];
/** red at the first try and green at the second */
const flaky: Failure[] = [];
/** set once a step failed that makes the rest pointless */
let ending = false;

/** Each line with the name of its step: two steps print at once. */
function label(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(7)} ${line}`));
}

/** @returns the exit code */
function run(
  { name, tests, command: [command = '', ...args] }: Step,
  files: readonly string[] = [],
  env: NodeJS.ProcessEnv = environment,
): Promise<number> {
  if (tests) rmSync(reportOf(tests), { force: true });
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, ...files], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    label(name, child.stdout);
    label(name, child.stderr);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

function skip(what: string, why: string): void {
  if (required) throw new Error(`${what}: ${why}`);
  skipped.push(`${what}: ${why}`);
  console.warn(`\n!!! NOT RUN: ${what}: ${why}\n`);
}

const installed = new Map<object, ReturnType<typeof ensurePackages>>();
/** Installs what is missing, once. @returns why these packages, or the one, cannot be there; undefined when they are */
function lacks(packages: Parameters<typeof ensurePackages>[0] & object, name?: string): string | undefined {
  const found = installed.get(packages) ?? ensurePackages(packages);
  installed.set(packages, found);
  const { missing, reason } = found;
  return name === undefined ? (missing.length > 0 ? reason : undefined) : missing.includes(name) ? reason : undefined;
}

/** Starts a service once for all steps, for the life of this process, and sets its address for the tests. */
async function start(
  variable: string,
  what: string,
  lacking: string | undefined,
  begin: () => Promise<{ url: string }>,
) {
  if (environment[variable]) return;
  try {
    if (lacking !== undefined) throw new Error(lacking);
    environment[variable] = (await begin()).url;
  } catch (error) {
    skip(what, (error as Error).message);
  }
}

let started: Promise<unknown> | undefined;
async function services(): Promise<boolean> {
  started ??= Promise.all([
    start('LACQUER_TEST_POSTGRES', 'tests on PostgreSQL', lacks(PACKAGES, 'postgresql'), startPostgres),
    start('LACQUER_TEST_S3', 'tests on S3', lacks(S3_PACKAGES), startRgw),
  ]);
  await started;
  if (mode !== 'test') ensureOptional('tests of the examples in deploy/', DEPLOY_PACKAGES);
  return true;
}

async function browser(): Promise<boolean> {
  const reason = lacks(PACKAGES);
  if (reason !== undefined) {
    skip('browser tests', reason);
    return false;
  }
  if (mode !== 'test') ensureOptional('tests in Firefox', FIREFOX_PACKAGES);
  return services();
}

const asked = new Set<object>();
/** Programs of slow tests, which run where apt-get has them. */
function ensureOptional(what: string, packages: Parameters<typeof ensurePackages>[0] & object): void {
  if (asked.has(packages)) return;
  asked.add(packages);
  const { missing, reason, tried } = ensurePackages(packages);
  if (missing.length === 0) return;
  if (required && tried) throw new Error(`${what}: ${reason}`);
  skipped.push(`${what}: ${reason}`);
  console.warn(`\n!!! NOT RUN: ${what}: ${reason}\n`);
}

/** Test costs are known only when all tests ran. */
async function allPassed(): Promise<boolean> {
  return failed.length === 0 && skipped.length === 0;
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * With CI=true, files with a red test run once more: as new processes, with new servers on empty stores (decision 640).
 *
 * @returns the exit code
 */
async function runTwice(step: Step): Promise<number> {
  const code = await run(step);
  if (code === 0 || ending || !step.tests) return code;
  const failures = readFailures(step.tests, reportOf(step.tests), code, root);
  if (process.env['CI'] !== 'true') {
    red.push(...failures);
    return code;
  }
  const files = filesOf(failures);
  console.log(`=== ${step.name}: second try of ${files.join(' ') || 'all'}`);
  // What a file costs is what its first try did.
  const again = await run(step, files, { ...environment, LACQUER_TEST_COSTS: '' });
  if (again === 0) flaky.push(...failures);
  else red.push(...readFailures(step.tests, reportOf(step.tests), again, root));
  return again;
}

async function runLane(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (ending || (step.prepare && !(await step.prepare()))) continue;
    if (step.repeatable && passedBefore(step.name)) {
      console.log(`=== ${step.name}: SKIPPED, it passed on the same files before; CI=true runs it`);
      continue;
    }
    console.log(`=== ${step.name}: ${step.command.join(' ')}`);
    const start = performance.now();
    const code = await runTwice(step);
    console.log(`=== ${step.name}: ${code === 0 ? 'passed' : `FAILED with ${code}`} after ${seconds(start)}`);
    if (code === 0 && step.repeatable) notePassed(step.name);
    if (code === 0 || ending) continue;
    failed.push(step.name);
    if (step.finished) continue;
    ending = true;
    for (const child of running) child.kill('SIGTERM');
  }
}

async function main(args: readonly string[]): Promise<number> {
  environment['LACQUER_TEST_PART'] = { test: 'fast', rest: 'slow', all: '' }[mode];
  if (mode === 'all') environment['LACQUER_TEST_FULL'] = '1';
  const names = args.filter((arg) => arg !== '--all' && arg !== '--rest');
  const steps = PHASES.flat(2);
  const known = steps.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`no step is named ${unknown}; there are ${known.join(', ')}`);
  const usual = steps.filter(({ runs }) => runs.includes(mode)).map(({ name }) => name);
  const chosen = names.length === 0 ? usual : names;
  if (names.length === 0) {
    const ledger = join(root, '.build', 'costs', `${mode}.jsonl`);
    mkdirSync(dirname(ledger), { recursive: true });
    writeFileSync(ledger, '');
    environment['LACQUER_TEST_COSTS'] = ledger;
  }
  const begun = performance.now();
  for (const lanes of PHASES) {
    await Promise.all(lanes.map((lane) => runLane(lane.filter(({ name }) => chosen.includes(name)))));
  }
  for (const line of skipped) console.warn(`!!! NOT RUN: ${line}`);
  for (const { test, why } of flaky) console.warn(`flaky: ${test}: ${why}`);
  // The last lines are what a reader of a long log sees.
  for (const { test, why } of red.slice(0, RED_LINES)) console.error(`red: ${test}: ${why}`);
  if (red.length > RED_LINES) console.error(`red: ${red.length - RED_LINES} more`);
  if (failed.length > 0) console.error(`\nFAILED after ${seconds(begun)}: ${failed.join(', ')}.`);
  else console.log(`\nAll of ${chosen.join(', ')} passed after ${seconds(begun)}.`);
  return failed.length === 0 ? 0 : 1;
}

// The terminal sends Ctrl-C to the steps as well; leaving through process.exit lets the services and their folders go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    ending = true;
    const leave = () => process.exit(128 + constants.signals[signal]);
    if (running.size === 0) return leave();
    for (const child of running) {
      child.once('close', () => {
        if (running.size === 0) leave();
      });
      child.kill(signal);
    }
    setTimeout(leave, 5000).unref();
  });
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  for (const child of running) child.kill('SIGTERM');
  process.exit(1);
}
