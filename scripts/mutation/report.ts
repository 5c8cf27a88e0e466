/**
 * The score of a room and its surviving mutants, as docs/mutation.md shows them.
 *
 *   scoreOf
 *   writeReport   replaces the parts of the rooms that were measured
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/core';
import { ACCEPTED } from './accepted.ts';

export interface Measured {
  readonly room: string;
  /** of the whole room, sampled or not */
  readonly mutants: number;
  readonly results: readonly MutantResult[];
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
function intervalOf(killed: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1];
  const share = killed / total;
  const middle = (share + Z ** 2 / (2 * total)) / (1 + Z ** 2 / total);
  const half = (Z / (1 + Z ** 2 / total)) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function textAt({ fileName, location: { start, end } }: MutantResult): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}
const oneLine = (text: string, most = 90) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

export function scoreOf({ results }: Measured) {
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survivors = results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map((one): Survivor => {
      const file = relative('.', one.fileName);
      const [original, replacement] = [oneLine(textAt(one)), oneLine(one.replacement)];
      const accepted = ACCEPTED.find(
        (known) => known.file === file && known.original === original && known.replacement === replacement,
      );
      return {
        place: `${file}:${one.location.start.line}`,
        original,
        replacement,
        mutator: one.mutatorName,
        untested: one.status === 'NoCoverage',
        reason: accepted?.reason,
      };
    });
  const open = survivors.filter(({ reason }) => reason === undefined);
  const total = killed + open.length;
  return {
    killed,
    total,
    score: total === 0 ? 1 : killed / total,
    interval: intervalOf(killed, total),
    survivors,
    open,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const code = (text: string) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'") || '(nothing)'}\``;

function sectionOf(measured: Measured, commit: string): string {
  const { killed, total, score, interval, survivors, open } = scoreOf(measured);
  const [low, high] = interval.map(percent);
  const whole = total + survivors.length - open.length >= measured.mutants;
  const lines = [
    `## ${measured.room}`,
    '',
    `At ${commit}: **${percent(score)}** killed, ${killed} of ${total}${whole ? '' : ` (a sample of the ${measured.mutants} mutants; 95 % interval ${low} to ${high})`}.`,
    '',
  ];
  if (survivors.length > 0) {
    lines.push('| survivor | is | was changed to | why it stays |', '|---|---|---|---|');
    for (const { place, original, replacement, reason, untested } of survivors) {
      const why = reason ?? (untested ? 'open; no test of the room reaches it' : 'open');
      lines.push(`| ${place} | ${code(original)} | ${code(replacement)} | ${why} |`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

export function writeReport(measured: readonly Measured[], commit: string): void {
  let text = readFileSync(FILE, 'utf8');
  for (const one of measured) {
    const section = sectionOf(one, commit);
    const heading = `## ${one.room}\n`;
    const start = text.indexOf(heading);
    const next = start < 0 ? -1 : text.indexOf('\n## ', start + heading.length);
    const before = start < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, start);
    text = `${before}${section}${next < 0 ? '' : text.slice(next)}`.replace(/\n+$/, '\n');
  }
  writeFileSync(FILE, text);
}
