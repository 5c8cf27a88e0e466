/** A press whose answer was lost, and the same press again: the server makes the call once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadEnvironment } from '../app/environment.ts';
import { api } from './api.ts';
import { startJob } from './startJob.ts';

type Answer = () => Response | Promise<Response>;
const json = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const job = {
  ...{
    jobId: '7',
    kind: 'dis',
    source: 'embargo',
    target: 'preprod',
    what: 'all',
    note: '',
    who: 'A',
    state: 'CREATED',
  },
  ...{
    createdAt: '2026-11-22T10:00:00Z',
    stoppedAt: null,
    failure: null,
    total: 1,
    promoted: 0,
    refused: 0,
    stopped: 0,
  },
};
const made = json(200, job);
const broken: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
/** The connection breaks in the middle of the answer. */
const halfAnswered: Answer = () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }));

const CONFIG = { API_BASE_URL: '', API_TEST_EMBARGO_URL: '/e', API_TEST_PREPROD_URL: '/q', API_TEST_PROD_URL: '/p' };
let answers: Answer[];
let keys: (string | null)[];
beforeEach(async () => {
  keys = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('config.json')) return json(200, CONFIG)();
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return (answers.shift() ?? made)();
  });
  await loadEnvironment();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let note = 0;
/** a promotion that no test before has asked for */
const promotion = () => {
  note += 1;
  const text = `${note}`;
  return () =>
    startJob('promoteMany', { body: { kind: 'dis', keys: ['S'], source: 'embargo', target: 'preprod', note: text } });
};
const press = (call: () => Promise<unknown>) => call().catch((error: Error) => error.message);

it.each<[string, Answer]>([
  ['no answer', broken],
  ['half an answer', halfAnswered],
  ['a proxy that lost the server', () => new Response('<html>', { status: 502 })],
])('%s: the next press sends the same key', async (_what, lost) => {
  answers = [lost, lost];
  const promote = promotion();
  for (let i = 0; i < 3; i += 1) await press(promote);
  expect(keys[0]).toMatch(/^[\d-]{16,200}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

it('an answered press is over: the next one, of whatever call, has a key of its own', async () => {
  answers = [made, json(409, { code: 'moved', errorMessage: 'moved' })];
  const promote = promotion();
  for (const call of [promote, promote, promote, promotion()]) await press(call);
  expect(new Set(keys).size).toBe(4);
});

it('after another promotion, the one that was lost is a new one', async () => {
  answers = [broken];
  const [first, second] = [promotion(), promotion()];
  for (const call of [first, second, first]) await press(call);
  expect(new Set(keys).size).toBe(3);
});

it('minutes later the same press is a new one', async () => {
  // From the start: the clock of the page begins anew, and this process may be older than the two minutes.
  vi.useFakeTimers({ toFake: ['performance'] });
  answers = [broken];
  const promote = promotion();
  await press(promote);
  vi.advanceTimersByTime(3 * 60_000);
  await press(promote);
  expect(new Set(keys).size).toBe(2);
});

it('waits while the server still makes the first try', async () => {
  vi.useFakeTimers();
  answers = [json(409, { code: 'call-in-progress' }), json(409, { code: 'call-in-progress' }), made];
  const answer = promotion()();
  await vi.advanceTimersByTimeAsync(2500);
  await expect(answer).resolves.toMatchObject({ jobId: '7' });
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

it('calls that start no job have none', async () => {
  answers = [json(200, {}), json(200, {})];
  await press(() => api().deleteSet({ params: { id: 'S' } }));
  await press(() => api().jobChanges({ query: {} }));
  expect(keys).toEqual([null, null]);
});
