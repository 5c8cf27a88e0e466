/**
 * The score of a room and its surviving mutants, as docs/mutation.md shows them.
 *
 *   scoreOf
 *   writeReport   replaces the part of the room that was measured
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ACCEPTED } from './accepted.ts';
import type { Mutant } from './mutators.ts';
import type { Outcome } from './results.ts';

interface Result extends Mutant {
  readonly outcome: Outcome;
}

export interface Measured {
  readonly room: string;
  /** of the whole room, sampled or not */
  readonly mutants: number;
  /** what each seed chose; all mutants of the room without a seed */
  readonly samples: readonly { readonly seed: number | undefined; readonly results: readonly Result[] }[];
}

interface Survivor {
  readonly place: string;
  readonly original: string;
  readonly replacement: string;
  readonly mutator: string;
  readonly untested: boolean;
  /** why the mutant behaves like the original or cannot be noticed */
  readonly reason: string | undefined;
}

const FILE = 'docs/mutation.md';
/** of the 95 % interval, in standard deviations */
const Z = 1.96;

/** Wilson's interval: the score of the whole room lies within it in 19 of 20 samples. */
function intervalOf(noticed: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1];
  const share = noticed / total;
  const middle = (share + Z ** 2 / (2 * total)) / (1 + Z ** 2 / total);
  const half = (Z / (1 + Z ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

const oneLine = (text: string, most = 90) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

export function scoreOf(results: readonly Result[]) {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  const survivors = results
    .filter(({ outcome }) => outcome === 'survived' || outcome === 'untested')
    .map((one): Survivor => {
      const [original, replacement] = [oneLine(one.original), oneLine(one.replacement)];
      const accepted = ACCEPTED.find(
        (known) => known.file === one.file && known.original === original && known.replacement === replacement,
      );
      return {
        place: `${one.file}:${one.line}`,
        original,
        replacement,
        mutator: one.mutator,
        untested: one.outcome === 'untested',
        reason: accepted?.reason,
      };
    });
  const open = survivors.filter(({ reason }) => reason === undefined);
  const timedOut = count('timedOut');
  const noticed = count('killed') + timedOut;
  const total = noticed + open.length;
  return {
    noticed,
    timedOut,
    total,
    score: total === 0 ? 1 : noticed / total,
    interval: intervalOf(noticed, total),
    survivors,
    open,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const code = (text: string) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'") || '(nothing)'}\``;

function sectionOf({ room, mutants, samples }: Measured, commit: string): string {
  const lines = [
    `## ${room}`,
    '',
    `At ${commit}, of ${mutants} mutants:`,
    '',
    '| sample | tried | killed | timed out | survived | noticed | 95 % interval |',
    '|---|--:|--:|--:|--:|--:|---|',
  ];
  const rows = new Set<string>();
  for (const { seed, results } of samples) {
    const { noticed, timedOut, total, score, interval, survivors, open } = scoreOf(results);
    const name = seed === undefined ? 'all' : `${results.length}, seed ${seed}`;
    const range = seed === undefined ? '' : interval.map(percent).join(' to ');
    lines.push(
      `| ${name} | ${total} | ${noticed - timedOut} | ${timedOut} | ${open.length} | **${percent(score)}** | ${range} |`,
    );
    for (const { place, original, replacement, reason, untested } of survivors) {
      const why = reason ?? (untested ? 'open; no test of the room reaches it' : 'open');
      rows.add(`| ${place} | ${code(original)} | ${code(replacement)} | ${why} |`);
    }
  }
  if (rows.size > 0) {
    lines.push('', '| survivor | is | was changed to | why it stays |', '|---|---|---|---|', ...[...rows].sort());
  }
  return `${lines.join('\n')}\n`;
}

export function writeReport(measured: Measured, commit: string): void {
  const text = readFileSync(FILE, 'utf8');
  const section = sectionOf(measured, commit);
  const heading = `## ${measured.room}\n`;
  const start = text.indexOf(heading);
  const next = start < 0 ? -1 : text.indexOf('\n## ', start + heading.length);
  const before = start < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, start);
  writeFileSync(FILE, `${before}${section}${next < 0 ? '' : text.slice(next)}`);
}
