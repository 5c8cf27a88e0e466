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
 * knip are skipped when they passed on the same files before; with CI=true they always run. At the end, groups of tests are
 * named that cost half as much again as docs/testCosts.json says; `test:all` fails then.
 *
 * scripts/testing/steps.ts has the steps. PostgreSQL, an S3 service (Ceph), the browsers, and the proxies of the examples in
 * deploy/ are installed where that is possible; scripts/testing/needs.ts tells what happens where it is not.
 * LACQUER_TEST_POSTGRES and LACQUER_TEST_S3 name servers that are there already.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Run } from './testing/costGroups.ts';
import { openNeeds } from './testing/needs.ts';
import { type Failure, filesOf, readFailures } from './testing/reports.ts';
import { phasesOf, reportOf, type Step } from './testing/steps.ts';
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
/** at the end of a run */
const RED_LINES = 20;
const needs = openNeeds(environment, { required, slow: mode !== 'test' });
const running = new Set<ChildProcess>();
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

/** @returns whether the step can run here */
async function prepare(step: Step): Promise<boolean> {
  if (step.needs === 'allPassed') return failed.length === 0 && needs.skipped.length === 0;
  return step.needs === undefined || needs[step.needs]();
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
    if (ending || !(await prepare(step))) continue;
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
  const phases = phasesOf(mode);
  const steps = phases.flat(2);
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
  for (const lanes of phases) {
    await Promise.all(lanes.map((lane) => runLane(lane.filter(({ name }) => chosen.includes(name)))));
  }
  for (const line of needs.skipped) console.warn(`!!! NOT RUN: ${line}`);
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
