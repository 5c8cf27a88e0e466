/**
 * The files of the audit trail: `2026-11-21.jsonl`, and `2026-11-21.2.jsonl` and so on when one is full. Their
 * total size is limited; the oldest are deleted first. Several processes may write to one folder: each line is appended
 * whole.
 *
 *   AuditFiles
 *   openAuditFiles
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditFiles {
  /** @param lines complete lines */
  append(lines: string): void;
  close(): void;
}

const DAY_MS = 24 * 3600 * 1000;
const NAME = /^(\d{4}-\d\d-\d\d)(?:\.([1-9]\d*))?\.jsonl$/;
const FILE_BYTES = 64 * 1024 ** 2;
/** Small limits are divided among this many files, so that deleting one does not delete nearly everything. */
const MIN_FILES = 8;
/** A full disk stays full for a while: errors are reported at most this often. */
const ERROR_INTERVAL_MS = 60_000;

interface Name {
  readonly name: string;
  readonly day: string;
  readonly part: number;
}
const fileName = (day: string, part: number) => (part === 1 ? `${day}.jsonl` : `${day}.${part}.jsonl`);

export function openAuditFiles({
  folder,
  days,
  bytes,
  now,
  onError,
}: {
  folder: string;
  /** files older than this many days are deleted; 0: never */
  days: number;
  /** limit for all files together; 0: none */
  bytes: number;
  now: () => number;
  onError: (error: unknown) => void;
}): AuditFiles {
  const maxFileBytes = bytes === 0 ? FILE_BYTES : Math.min(FILE_BYTES, Math.ceil(bytes / MIN_FILES));
  let open: { readonly day: string; readonly file: number } | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;

  /** Oldest first. */
  const list = (): Name[] =>
    readdirSync(folder)
      .flatMap((name): Name[] => {
        const [, day, part = '1'] = NAME.exec(name) ?? [];
        return day === undefined ? [] : [{ name, day, part: Number(part) }];
      })
      .sort((a, b) => (a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1));

  const sizeOf = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;

  function removeOld(current: string): void {
    const oldest = new Date(now() - days * DAY_MS).toISOString().slice(0, 10);
    const remaining = list().filter(({ name, day }) => {
      if (days === 0 || day >= oldest) return true;
      rmSync(join(folder, name), { force: true });
      return false;
    });
    if (bytes === 0) return;
    // Reserve room for the current file to grow to its full size.
    let total = remaining.reduce((sum, { name }) => sum + (name === current ? maxFileBytes : sizeOf(name)), 0);
    for (const { name } of remaining) {
      if (total <= bytes || name === current) return;
      total -= sizeOf(name);
      rmSync(join(folder, name), { force: true });
    }
  }

  function fileOf(day: string): number {
    if (open?.day === day && fstatSync(open.file).size < maxFileBytes) return open.file;
    if (open) closeSync(open.file);
    open = undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const last = list().findLast((one) => one.day === day);
    const part = last === undefined ? 1 : sizeOf(last.name) < maxFileBytes ? last.part : last.part + 1;
    const name = fileName(day, part);
    open = { day, file: openSync(join(folder, name), 'a', 0o600) };
    removeOld(name);
    return open.file;
  }

  return {
    append(lines) {
      try {
        const file = fileOf(new Date(now()).toISOString().slice(0, 10));
        for (let rest = Buffer.from(lines); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
      } catch (error) {
        if (now() - reportedAt < ERROR_INTERVAL_MS) return;
        reportedAt = now();
        onError(error);
      }
    },
    close() {
      if (open) closeSync(open.file);
      open = undefined;
    },
  };
}
