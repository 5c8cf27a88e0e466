/**
 * `npm run bench`: measures every row and writes docs/speed.md. Run nothing else on the machine meanwhile.
 *
 *   npm run bench -- JPEG ingest      measures the rows that have one of the words, and writes nothing
 *   npm run bench -- --check [words]  compares with docs/speed.md; ends with 1 if a figure became more than a tenth worse
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { keepTemporaryFiles } from '../scripts/testing/temporaryFolder.ts';
import { cleaningLimits } from './cleaning.ts';
import { conditionalRows } from './conditional.ts';
import { configurationRows } from './configuration.ts';
import { firstLoadRows } from './firstLoad.ts';
import { ingestMemory, ingestRows } from './ingest.ts';
import { logRows } from './logs.ts';
import { busyLimit, overHttpRows } from './overHttp.ts';
import { packageRows } from './package.ts';
import { paintRows } from './paint.ts';
import { promotionRow } from './promotion.ts';
import { promotionCallRow } from './promotionCall.ts';
import { qualityRow } from './quality.ts';
import {
  limitLineOf,
  lineOf,
  type Measured,
  median,
  type Row,
  ratioOf,
  shownRuns,
  shownTime,
  type Times,
} from './rows.ts';
import { screenRows } from './screens.ts';
import { staticImageRows } from './staticImages.ts';
import { fallen, keyOf, readFigures } from './table.ts';

const PAGE = new URL('../docs/speed.md', import.meta.url);
const { values, positionals: words } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const isWanted = ({ work }: { work: string }): boolean =>
  words.length === 0 || words.some((word) => work.toLowerCase().includes(word.toLowerCase()));

const shown = ({ cpu, cpuSpread, wall, wallSpread }: Times) =>
  `${shownTime(cpu, cpuSpread)} | ${shownTime(wall, wallSpread)}`;

keepTemporaryFiles();
const before = readFigures(readFileSync(PAGE, 'utf8'));
const ratios = new Map<string, number>();
const measuredLimits = new Map<string, number>();

/** While figures are checked, one that fell is measured again: a busy moment must not count. */
async function measureRow(row: Row): Promise<Measured> {
  const measured = await row.measure();
  console.log(lineOf(row, measured));
  const now = { ratios: new Map([[keyOf(row), ratioOf(measured)]]), limits: new Map<string, number>() };
  if (!values.check || fallen(before, now).length === 0) return measured;
  const again = await row.measure();
  console.log(`again: ${lineOf(row, again)}`);
  return ratioOf(again) > ratioOf(measured) ? again : measured;
}

const lines: string[] = [];
for (const row of [
  ...(await paintRows()),
  ...overHttpRows,
  ...conditionalRows,
  ...configurationRows,
  ...screenRows,
  ...(await staticImageRows()),
  qualityRow,
  promotionRow,
  promotionCallRow,
  ...logRows,
  ...ingestRows(),
].filter(isWanted)) {
  const measured = await measureRow(row);
  const ratio = ratioOf(measured);
  ratios.set(keyOf(row), ratio);
  const reached = ratio >= row.reach ? 'yes' : '**no**';
  const times = `${shown(measured.ours)} | ${shown(measured.peer)}`;
  const by = measured.by ?? (measured.ours.cpu !== undefined && measured.peer.cpu !== undefined ? 'CPU' : 'wall');
  lines.push(`| ${row.work} | ${row.peer} | ${times} | ${by} | ${ratio.toPrecision(3)} | ${row.reach} | ${reached} |`);
}
const limits: string[] = [];
for (const row of [busyLimit, ...ingestMemory(), ...cleaningLimits(), ...packageRows(), ...firstLoadRows()].filter(
  isWanted,
)) {
  const measured = await row.measure();
  measuredLimits.set(row.work, median(measured));
  console.log(limitLineOf(row, measured));
  const reached = median(measured) <= row.allowed ? 'yes' : '**no**';
  limits.push(
    `| ${row.work} | ${shownRuns(row.unit, measured)} | ${row.allowed.toFixed(0)} ${row.unit} | ${reached} |`,
  );
}
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`;
const page = `# Speed

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, ${machine}. Milliseconds, medians of at least
five runs, in brackets the least and the most of a run; the ratio is the peer's time over ours, in the same run on the same machine. It is one of
CPU time, or of wall time where both wait for a disk, another process or a person, or use all processors. CPU time is that of all processes
that work: of a click, of the server and all of the browser, from a click to the next, with the pointer's way.

| work | peer | ours CPU | ours wall | peer CPU | peer wall | by | ratio | to reach | reached |
|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

| memory, sizes and waits | measured | allowed | reached |
|---|---|---|---|
${limits.join('\n')}
`;
if (values.check) {
  const worse = fallen(before, { ratios, limits: measuredLimits });
  for (const line of worse) console.error(`worse than docs/speed.md: ${line}`);
  if (worse.length > 0) process.exitCode = 1;
} else if (words.length === 0) writeFileSync(PAGE, page);
// The threads of z3 never end.
process.exit();
