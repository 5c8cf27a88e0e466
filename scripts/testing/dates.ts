/**
 * Runs the tests that look at dates in other zones and on other days: a step of `npm run test:rest` and `test:all`.
 *
 *   node scripts/testing/dates.ts
 *
 * At full length (LACQUER_TEST_FULL=1, as `test:all` sets it) all cases, otherwise the first two.
 *
 * The clock of the tests and of the app is shifted. That of PostgreSQL is not, so tests that let it compare with theirs are
 * left out.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shiftedClock = pathToFileURL(join(root, 'src/server/testing/shiftedClock.ts')).href;

const today = new Date().toISOString().slice(0, 10);
const CASES = [
  { what: 'late in the day of UTC, tomorrow here', zone: 'Pacific/Auckland', at: `${today}T23:30:00Z` },
  { what: 'the 29 February of UTC, March here', zone: 'Europe/Berlin', at: '2028-02-29T23:30:00Z' },
  { what: 'late in the day of UTC, the same day here', zone: 'America/Los_Angeles', at: `${today}T23:30:00Z` },
  { what: 'half an hour after an hour was skipped', zone: 'America/Los_Angeles', at: '2028-03-12T10:30:00Z' },
  { what: 'half an hour after an hour was repeated', zone: 'Pacific/Auckland', at: '2028-04-01T14:30:00Z' },
  { what: 'the first of two hours of one name', zone: 'Europe/Berlin', at: '2028-10-29T00:30:00Z' },
];

/** Dates that are shown, read, compared, sorted, exported or written. */
const FILES = [
  'src/web/ui/texts.test.ts',
  'src/web/ui/tableCells.test.ts',
  'src/web/ui/tableSort.test.ts',
  'src/web/ui/tableText.test.ts',
  'src/web/screens/journal/',
  'src/web/screens/promotion/',
  'src/web/screens/staticImages/staticScreen.test.tsx',
  'src/engine/promotionStatus.test.ts',
  'src/engine/contentState.test.ts',
  'src/server/access/audit.test.ts',
  'src/server/promotion/history.test.ts',
  'src/server/promotion/status.test.ts',
];

const cases = process.env['LACQUER_TEST_FULL'] === '1' ? CASES : CASES.slice(0, 2);
const failed = cases.filter(({ what, zone, at }) => {
  console.log(`\n--- ${zone}, ${at}: ${what}`);
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--reporter=dot', ...FILES], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TZ: zone,
      LACQUER_TEST_PART: '',
      // These files have been charged for once already.
      LACQUER_TEST_COSTS: '',
      LACQUER_TEST_CLOCK_MS: String(Date.parse(at) - Date.now()),
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${shiftedClock}`,
    },
  });
  return status !== 0;
});
for (const { what, zone, at } of failed) console.error(`FAILED in ${zone} at ${at}: ${what}`);
process.exit(failed.length === 0 ? 0 : 1);
