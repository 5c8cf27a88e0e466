/**
 * Reporter of the browser tests: notes what each file costs, in seconds of processor time of its worker, the browser and
 * the worker's server. Works where there is a /proc; elsewhere it notes nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { noteCost, TICKS_PER_SECOND } from './costs.ts';

interface Process {
  id: number;
  parent: number;
  /** seconds, with its ended children */
  seconds: number;
}

function readProcess(id: number): Process | undefined {
  try {
    // The name of the process stands in brackets and may hold spaces.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { id, parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

const readProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);

const commandOf = (id: number): string => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
};

export default class BrowserCost implements Reporter {
  #firstPort = 0;
  /** processes of the workers, in the order of their start: that of `workerIndex` */
  readonly #workers: number[] = [];
  readonly #begun = new Map<string, number>();

  onBegin(config: FullConfig): void {
    this.#firstPort = Number(config.metadata['firstPort']);
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#begun.set(test.id, this.#seconds(result));
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const seconds = this.#seconds(result) - (this.#begun.get(test.id) ?? 0);
    // A worker that has just ended took the times of its browser with it.
    if (seconds > 0) noteCost(test.location.file, seconds);
  }

  /** Seconds so far of one worker and its server, with all that they started. */
  #seconds({ workerIndex, parallelIndex }: TestResult): number {
    if (!existsSync('/proc/self/stat')) return 0;
    const all = readProcesses();
    const own = all.filter(({ parent }) => parent === process.pid);
    for (const { id } of own) {
      if (!this.#workers.includes(id) && commandOf(id).endsWith('workerProcessEntry.js')) this.#workers.push(id);
    }
    const chosen = new Set([this.#workers[workerIndex]]);
    for (const { id } of own) if (commandOf(id).endsWith(` ${this.#firstPort + parallelIndex}`)) chosen.add(id);
    // Processes are listed by their ids: a parent comes before what it starts.
    for (const { id, parent } of all) if (chosen.has(parent)) chosen.add(id);
    return all.filter(({ id }) => chosen.has(id)).reduce((sum, { seconds }) => sum + seconds, 0);
  }
}
