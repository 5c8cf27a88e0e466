/**
 * The audit trail: one line of JSON for each call that was refused, that changes something, or that reads what only
 * Embargo may show. Beside the journal: a file that no call of the server changes, for whoever collects such lines.
 *
 *   Audit
 *   openAudit
 */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../../contract/index.ts';
import type { AuditSettings } from '../config.ts';
import type { Call } from './running.ts';

export interface Audit {
  ended(call: Call): void;
  /** Writes what waits. */
  close(): void;
}

const DAY = 24 * 3600 * 1000;
const FILE = /^(\d{4}-\d\d-\d\d)\.jsonl$/;
const REFUSED = [401, 403, 429];

const names = new Map<unknown, string>(Object.entries(routes).map(([name, route]) => [route, name]));

const isTold = ({ route, place }: Call, status: number): boolean =>
  REFUSED.includes(status) ||
  route.changes === true ||
  route.method !== 'GET' ||
  (place.area === 'embargo' && route.embargo !== 'none');

/** JSON leaves some signs alone that end a line for some readers. */
const oneLine = (json: string) =>
  json.replaceAll(/[\u0085\u2028\u2029\u007f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

function lineOf({ request, reply, route, place, who }: Call, at: string): string {
  const status = reply.raw.statusCode;
  const whole = reply.raw.writableEnded;
  // What stands behind the question mark of an open call may be the code of a sign-in.
  const path = route.permission === 'anyone' ? (request.url.split('?')[0] ?? '') : request.url;
  return oneLine(
    JSON.stringify({
      at,
      who: who ?? '',
      ip: request.ip,
      call: names.get(route) ?? '',
      method: request.method,
      path,
      area: place.area,
      status: whole ? status : 0,
      result: !whole ? 'broken off' : status < 400 ? 'done' : REFUSED.includes(status) ? 'refused' : 'failed',
      requestId: request.id,
    }),
  );
}

/** @param onError a line that cannot be written must not stop the call */
export function openAudit(
  { to, days }: AuditSettings,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Audit {
  if (to === 'off') return { ended: () => {}, close: () => {} };
  let open: { day: string; file: number } | undefined;
  let waiting: string[] = [];

  function fileOf(day: string): number {
    if (open?.day === day) return open.file;
    if (open) closeSync(open.file);
    open = undefined;
    mkdirSync(to, { recursive: true, mode: 0o700 });
    open = { day, file: openSync(join(to, `${day}.jsonl`), 'a', 0o600) };
    const oldest = new Date(now() - days * DAY).toISOString().slice(0, 10);
    for (const name of days > 0 ? readdirSync(to) : []) {
      const [, of] = FILE.exec(name) ?? [];
      if (of !== undefined && of < oldest) rmSync(join(to, name), { force: true });
    }
    return open.file;
  }

  function flush(): void {
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    if (to === 'stdout') {
      process.stdout.write(text);
      return;
    }
    try {
      const file = fileOf(new Date(now()).toISOString().slice(0, 10));
      for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      onError(error);
    }
  }

  return {
    ended(call) {
      if (!isTold(call, call.reply.raw.statusCode)) return;
      // One write for all calls that end in one turn of the event loop.
      if (waiting.push(lineOf(call, new Date(now()).toISOString())) === 1) setImmediate(flush);
    },
    close() {
      flush();
      if (open) closeSync(open.file);
      open = undefined;
    },
  };
}
