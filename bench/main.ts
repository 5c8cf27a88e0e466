/** `npm run bench`: measures every row and writes docs/speed.md. Run nothing else on the machine meanwhile. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { keepTemporaryFiles } from '../scripts/testing/temporaryFolder.ts';
import { conditionalRows } from './conditional.ts';
import { configurationRows } from './configuration.ts';
import { firstLoadRows } from './firstLoad.ts';
import { ingestMemory, ingestRows } from './ingest.ts';
import { logRows } from './logs.ts';
import { busyLimit, overHttpRows } from './overHttp.ts';
import { paintRows } from './paint.ts';
import { promotionRow } from './promotion.ts';
import { promotionCallRow } from './promotionCall.ts';
import { qualityRow } from './quality.ts';
import { limitLineOf, lineOf, ratioOf, type Times } from './rows.ts';
import { screenRows } from './screens.ts';
import { staticImageRows } from './staticImages.ts';

const figure = (ms: number | undefined) => (ms === undefined ? '-' : ms.toPrecision(3));
const shown = ({ cpu, wall, range }: Times) =>
  `${figure(cpu)}${range ? ` (${range.map(figure).join(' to ')})` : ''} | ${figure(wall)}`;

keepTemporaryFiles();
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
]) {
  const measured = await row.measure();
  console.log(lineOf(row, measured));
  const ratio = ratioOf(measured);
  const reached = ratio >= row.reach ? 'yes' : '**no**';
  const times = `${shown(measured.ours)} | ${shown(measured.peer)}`;
  lines.push(`| ${row.work} | ${row.peer} | ${times} | ${ratio.toPrecision(3)} | ${row.reach} | ${reached} |`);
}
const limits: string[] = [];
for (const row of [busyLimit, ...ingestMemory(), ...firstLoadRows()]) {
  const measured = await row.measure();
  console.log(limitLineOf(row, measured));
  const reached = measured <= row.allowed ? 'yes' : '**no**';
  limits.push(
    `| ${row.work} | ${measured.toFixed(0)} ${row.unit} | ${row.allowed.toFixed(0)} ${row.unit} | ${reached} |`,
  );
}
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`;
writeFileSync(
  fileURLToPath(new URL('../docs/speed.md', import.meta.url)),
  `# Speed

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, ${machine}. Milliseconds, medians of at least
five runs, in brackets the least and the most CPU time of a run; the ratio is the peer's CPU time over ours, in the same run on the same machine.

| work | peer | ours CPU | ours wall | peer CPU | peer wall | ratio | to reach | reached |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

| memory and sizes | measured | allowed | reached |
|---|---|---|---|
${limits.join('\n')}
`,
);
// The threads of z3 never end.
process.exit(0);
