/** Calls to an area on another host: the session is handed over once, and the call is sent again. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadEnvironment } from '../app/environment.ts';
import { api } from './api.ts';
import { currentUser } from './currentUser.ts';
import { areaOnOtherHost, unreachableMessage, withSession } from './otherHost.ts';
import { mayRetry } from './sending.ts';

const PROD = 'http://prod.cars.localhost:8081/prod';
const CONFIG = {
  API_BASE_URL: '',
  API_TEST_EMBARGO_URL: '/embargo',
  API_TEST_PREPROD_URL: 'http://localhost:8082/preprod',
  API_TEST_PROD_URL: PROD,
};
const HAND_OVER = '/api/v2/public/session/hand-over';
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

let requests: string[];
let taken: boolean;
let takeAnswer: () => Response;
beforeEach(async () => {
  [requests, taken] = [[], false];
  takeAnswer = () => json(200, { message: 'Signed in.' });
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.endsWith('config.json')) return json(200, CONFIG);
    requests.push(`${init?.method ?? 'GET'} ${input} ${new Headers(init?.headers).get('x-csrf-token') ?? ''}`.trim());
    if (input === HAND_OVER) return json(200, { code: 'the code' });
    if (input === `${PROD}${HAND_OVER}`) {
      taken = true;
      return takeAnswer();
    }
    return taken ? json(200, ['A']) : json(401, { code: 'not-signed-in', errorMessage: 'Sign in first.' });
  });
  await loadEnvironment();
  currentUser.onSignedIn({ username: 'anna', roles: [], token: 'header token' });
});
afterEach(() => {
  currentUser.onSignedOut();
  vi.unstubAllGlobals();
});

describe('an area on another host', () => {
  it('is distinguished from an area on another port and from one below this address', () => {
    expect(areaOnOtherHost(`${PROD}/api/v2/test/dis`)).toBe('prod');
    expect(areaOnOtherHost('http://localhost:8082/preprod/api/v2/test/dis')).toBeUndefined();
    expect(areaOnOtherHost('/embargo/api/v2/test/dis')).toBeUndefined();
    expect(areaOnOtherHost('http://prod.cars.localhost:8081/production/x')).toBeUndefined();
  });

  it('gets the session once, also when several calls need it, and each call is sent again', async () => {
    expect(await Promise.all([api('prod').sets(), api('prod').sets()])).toEqual([['A'], ['A']]);
    expect(requests.filter((call) => call.includes('hand-over'))).toEqual([
      `POST ${HAND_OVER} header token`,
      `PUT ${PROD}${HAND_OVER} header token`,
    ]);
    expect(requests.filter((call) => call === `GET ${PROD}/api/v2/test/dis`)).toHaveLength(4);
    expect(currentUser.hasEnded()).toBe(false);
  });

  it('a call fails with the reason of the failed hand-over, without asking the user to sign in', async () => {
    takeAnswer = () => json(403, { code: 'other-site', errorMessage: 'Different sites.' });
    await expect(api('prod').sets()).rejects.toThrow('Different sites.');
    expect(currentUser.hasEnded()).toBe(false);
  });

  it('what no session helps with stays refused, whatever the address', async () => {
    const refusal = { status: 409, body: { code: 'set-exists' }, url: 'http://[' };
    expect(await mayRetry(refusal, new Set())).toBe(false);
  });

  it('is named if it does not respond, with what an administrator can check', () => {
    expect(unreachableMessage('prod').unreachable).toContain('The server of Prod, http://prod.cars.localhost:8081,');
    expect(unreachableMessage('prod').unreachable).toContain(`LACQUER_CORS_ORIGINS contains ${window.location.origin}`);
    expect(unreachableMessage('embargo')).toEqual({ unreachable: 'The server cannot be reached.' });
    expect(unreachableMessage(undefined)).toEqual({ unreachable: 'The server cannot be reached.' });
  });

  it('pictures of another origin are requested with the session', () => {
    expect(withSession(`${PROD}/x.png`)).toEqual({ crossOrigin: 'use-credentials' });
    expect(withSession('/embargo/x.png')).toEqual({});
  });
});
