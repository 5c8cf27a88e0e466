/**
 * The audit trail: one line of JSON for each call that is refused, changes something, or reads content of Embargo. Unlike the
 * journal, it is written to files for log collectors, which no call of the server can change.
 *
 *   Audit
 *   openAudit
 */
import { routes } from '../../contract/index.ts';
import { openEventThrottle } from '../platform/eventThrottle.ts';
import type { AuditSettings } from '../settingGroups.ts';
import { openAuditFiles } from './auditFiles.ts';
import type { Call } from './callWatch.ts';

export interface Audit {
  recordCall(call: Call): void;
  /** Writes pending lines. */
  close(): void;
}

const REFUSAL_STATUSES = [401, 403, 429];
/** Characters of a field that a caller chooses: an address may have sixteen thousand. */
const FIELD_LENGTH = 500;
/** Repeated refusals within this time become one line. */
const REPEAT_WINDOW_MS = 60_000;

const names = new Map<unknown, string>(Object.entries(routes).map(([name, route]) => [route, name]));

const isAudited = ({ route, mount }: Call, status: number): boolean =>
  REFUSAL_STATUSES.includes(status) ||
  route.changes === true ||
  route.method !== 'GET' ||
  (mount.area === 'embargo' && route.embargo !== 'none');

/** Otherwise callers without permission or session could write any number of lines. */
const isCounted = ({ admitted, who }: Call, status: number): boolean =>
  REFUSAL_STATUSES.includes(status) || ((admitted !== true || who === undefined || who === '') && status >= 400);

/** Escapes characters that JSON allows but some readers take for the end of a line. */
const oneLine = (json: string) =>
  json.replaceAll(
    /[\u0085\u2028\u2029\u007f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const truncate = (text: string) =>
  text.length <= FIELD_LENGTH ? text : `${text.slice(0, FIELD_LENGTH)}… (${text.length} characters)`;

function factsOf({ request, reply, route, mount, who }: Call, at: string) {
  const status = reply.raw.statusCode;
  const isComplete = reply.raw.writableEnded;
  // The query of an open call may hold the code of a sign-in.
  const path = route.permission === 'anyone' ? (request.url.split('?')[0] ?? '') : request.url;
  return {
    at,
    who: truncate(who ?? ''),
    ip: request.ip,
    call: names.get(route) ?? '',
    method: request.method,
    path: truncate(path),
    area: mount.area,
    status: isComplete ? status : 0,
    result: !isComplete
      ? 'broken off'
      : status < 400
        ? 'done'
        : REFUSAL_STATUSES.includes(status)
          ? 'refused'
          : 'failed',
    requestId: request.id,
  };
}

/**
 * @param onError called when a line cannot be written; the call goes on
 * @param repeatWindowMs repeated refusals within this time are counted
 */
export function openAudit(
  { to, days, bytes }: AuditSettings,
  onError: (error: unknown) => void,
  { now = Date.now, repeatWindowMs = REPEAT_WINDOW_MS }: { now?: () => number; repeatWindowMs?: number } = {},
): Audit {
  if (to === 'off') return { recordCall: () => {}, close: () => {} };
  const files = to === 'stdout' ? undefined : openAuditFiles({ folder: to, days, bytes, now, onError });
  let pending: string[] = [];

  function flush(): void {
    const lines = pending;
    pending = [];
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    if (files) files.append(text);
    else process.stdout.write(text);
  }
  function add(facts: object): void {
    // One write for all calls that end in the same turn of the event loop.
    if (pending.push(oneLine(JSON.stringify(facts))) === 1) setImmediate(flush);
  }

  type Facts = ReturnType<typeof factsOf>;
  const throttle = openEventThrottle<Facts>({
    windowMs: repeatWindowMs,
    report(last, times) {
      const at = new Date(now()).toISOString();
      if (last) add({ ...last, at, times });
      else add({ at, who: '', call: '', result: 'refused', note: 'calls of more kinds than are listed', times });
    },
  });

  return {
    recordCall(call) {
      const { statusCode } = call.reply.raw;
      if (!isAudited(call, statusCode)) return;
      const facts = factsOf(call, new Date(now()).toISOString());
      const kind = [facts.who, facts.ip, facts.call, facts.area, facts.status].join(' ');
      if (isCounted(call, statusCode) && !throttle.isFirst(kind, facts)) return;
      add(facts);
    },
    close() {
      throttle.close();
      flush();
      files?.close();
    },
  };
}
