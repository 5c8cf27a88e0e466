/**
 * Compares what the tests cost with the committed numbers, or commits the new ones.
 *
 *   node scripts/testing/costTable.ts test     names the groups that grew by half; of `all`, fails when there is one
 *   node scripts/testing/costTable.ts write    writes docs/testCosts.json and the table in docs/tests.md, of all runs that
 *                                              left a ledger here
 *
 * Each run of the tests writes its ledger: `.build/costs/test.jsonl`, `rest.jsonl`, `all.jsonl`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CostsByRun, findGrown, RUNS, type Run, readCosts, renderTable } from './costGroups.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const data = join(root, 'docs/testCosts.json');
const page = join(root, 'docs/tests.md');
const ledgerOf = (run: Run) => join(root, '.build/costs', `${run}.jsonl`);
const measure = (run: Run) => readCosts(readFileSync(ledgerOf(run), 'utf8'), root);
const committed = CostsByRun.parse(JSON.parse(readFileSync(data, 'utf8')));

function write(): void {
  const costs: CostsByRun = { ...committed };
  for (const run of RUNS.filter((one) => existsSync(ledgerOf(one)))) {
    const sorted = Object.entries(measure(run)).sort(([a], [b]) => (a < b ? -1 : 1));
    costs[run] = Object.fromEntries(sorted.map(([group, seconds]) => [group, Math.round(seconds * 10) / 10]));
  }
  writeFileSync(data, `${JSON.stringify(costs, undefined, 2)}\n`);
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(/^\| group \|(.*\n)+?\| \*\*all\*\* .*$/m, renderTable(costs)));
}

function check(run: Run): void {
  if (!existsSync(ledgerOf(run))) {
    console.log('No whole run has left here what it cost.');
    return;
  }
  const known = committed[run];
  if (known === undefined) {
    console.log('What this run costs is not in docs/testCosts.json yet: node scripts/testing/costTable.ts write');
    return;
  }
  const grown = findGrown(known, measure(run));
  for (const { group, expected, measured } of grown) {
    const here = `${expected.toFixed(0)} s were expected on this machine`;
    console.error(`${group} costs ${measured.toFixed(0)} s of processor time; ${here}.`);
  }
  if (grown.length === 0) return;
  console.error('Make these tests cheaper, or commit what they cost: node scripts/testing/costTable.ts write');
  if (run === 'all') process.exitCode = 1;
}

const [argument] = process.argv.slice(2);
const run = RUNS.find((one) => one === argument);
if (run !== undefined) check(run);
else if (argument === 'write') write();
else throw new Error(`"${argument}" is neither "write" nor a run: ${RUNS.join(', ')}`);
