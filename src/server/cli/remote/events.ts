/**
 * `lacquer events`: prints what happens on a server, until Ctrl-C.
 *
 *   printEvents
 */
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf, routes, type StoreEvent, urlOf } from '../../../contract/index.ts';
import { type Connection, connect, NotConnected } from './connection.ts';

export interface EventOptions {
  url?: string;
  area?: string;
  after?: string;
  json?: true;
}

const PAUSE_MS = 2000;
/** A comment comes every 15 seconds; a connection that is silent for longer is broken. */
const SILENCE_MS = 60_000;
/** The server is busy, starting or stopping; other statuses are final. */
const TEMPORARY_STATUSES = [429, 502, 503, 504];

/** One block of a text/event-stream. */
interface Block {
  id?: string;
  event?: string;
  data: string;
}

function blockOf(text: string): Block {
  const block: Block = { data: '' };
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    const name = line.slice(0, colon);
    if (name === 'id') block.id = value;
    if (name === 'event') block.event = value;
    if (name === 'data') block.data += value;
  }
  return block;
}

async function* blocksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Block> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield blockOf(part);
  }
}

const textOf = ({ timestamp, type, about, data }: StoreEvent): string => {
  const { reason, who, target, area } = data as Record<string, string | undefined>;
  const where = target ?? area;
  return [timestamp, type, about, where && `in ${where}`, who && `by ${who}`, reason].filter(Boolean).join('  ');
};

/** @returns the answer; undefined if there is none at the moment. @throws NotConnected if there will be none */
async function ask(
  { url, headers }: Connection,
  { area, last, signal }: { area: string | undefined; last: string | undefined; signal: AbortSignal },
): Promise<Response | undefined> {
  const address = urlOf(routes.events, {}, area === undefined ? url : `${url}/${area}`);
  const answer = await fetch(address, {
    headers: { ...headers, accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) },
    redirect: 'manual',
    signal,
    // The server is away at the moment; the caller says so and asks again.
  }).catch(() => undefined);
  if (answer === undefined || TEMPORARY_STATUSES.includes(answer.status)) return undefined;
  if (answer.status !== 200) throw new NotConnected(messageOf(await answer.text(), answer.status));
  return answer;
}

/**
 * When a connection breaks, continues after the last event at whichever server answers.
 * @returns the exit code
 * @throws NotConnected; the signal's reason
 */
export async function printEvents(options: EventOptions, signal: AbortSignal): Promise<number> {
  const connection = await connect(options.url, signal);
  let last = options.after;
  for (;;) {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), SILENCE_MS);
    try {
      const broken = AbortSignal.any([signal, silent.signal]);
      const answer = await ask(connection, { area: options.area, last, signal: broken });
      for await (const { id, event, data } of answer?.body ? blocksOf(answer.body) : []) {
        timer.refresh();
        if (event === 'missed') console.error('Some events before are no longer kept. Look at the lists.');
        else if (event !== undefined) console.log(options.json ? data : textOf(JSON.parse(data) as StoreEvent));
        // Only after the line is printed, so that the output misses no event.
        last = id ?? last;
      }
    } catch (error) {
      if (signal.aborted || error instanceof NotConnected) throw error;
    } finally {
      clearTimeout(timer);
    }
    await wait(PAUSE_MS, undefined, { signal });
  }
}
