/**
 * OWASP ASVS 6.3.1: guessing passwords is slow, and users cannot keep each other from signing in. Through the sign-in
 * call, and
 * with two servers that share a database.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { networkOf, openSignInLimits } from './signInLimits.ts';
import { addUser } from './users.ts';

const SESSION = '/api/v2/public/session';
const BROWSER = '__Host-lacquer-browser';
const ATTACKER = '203.0.113.7';
const OFFICE = '198.51.100.20';

describe.each(databases())('sign-in attempts on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_SIGN_IN_PER_MINUTE: '3' });
    for (const username of ['anna', 'bert', 'carl', 'dora']) {
      await addUser(server.database, { username, password: PASSWORD, roles: [] }, Date.now());
    }
  });
  afterAll(() => server.stop());

  const signIn = (username: string, password: string, remoteAddress: string, cookie = '') =>
    server.app.inject({
      method: 'POST',
      url: SESSION,
      payload: { username, password },
      remoteAddress,
      headers: { cookie },
    });
  const browserOf = (answer: Awaited<ReturnType<typeof signIn>>) => {
    const found = answer.cookies.find(({ name }) => name === BROWSER);
    return `${BROWSER}=${found?.value ?? ''}`;
  };
  const exhaust = async (username: string, from: string, cookie = '') => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      statuses.push((await signIn(i % 2 === 0 ? username : username.toUpperCase(), 'wrong', from, cookie)).statusCode);
    }
    return statuses;
  };

  it('after three wrong attempts a minute from one address at one account, each further attempt must wait and learns how long', async () => {
    expect(await exhaust('anna', ATTACKER)).toEqual([401, 401, 401, 429]);
    const right = await signIn('anna', PASSWORD, ATTACKER);
    expect(right.statusCode).toBe(429);
    const wait = Number(right.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(20);
    expect(right.json<{ errorMessage: string }>().errorMessage).toContain(`Wait ${wait} s`);
  });

  it('the owner can still sign in from any other address, and right passwords are not counted', async () => {
    for (let i = 0; i < 6; i += 1) expect((await signIn('anna', PASSWORD, OFFICE)).statusCode).toBe(200);
  });

  it('a browser with an earlier sign-in has its own budget, even at the address of the attacker', async () => {
    const cookie = browserOf(await signIn('bert', PASSWORD, OFFICE));
    expect(await exhaust('bert', OFFICE)).toEqual([401, 401, 401, 429]);
    expect((await signIn('bert', PASSWORD, OFFICE)).statusCode).toBe(429);
    expect((await signIn('bert', PASSWORD, OFFICE, cookie)).statusCode).toBe(200);
    // The budget is for that account only, and does not allow guessing.
    expect(await exhaust('bert', OFFICE, cookie)).toEqual([401, 401, 401, 429]);
    expect(await exhaust('carl', '192.0.2.1', cookie)).toEqual([401, 401, 401, 429]);
    expect((await signIn('bert', PASSWORD, '192.0.2.55')).statusCode).toBe(200);
  });

  it('the cookie cannot be forged or moved to another account, and several users may share a browser', async () => {
    const first = await signIn('bert', PASSWORD, '192.0.2.9');
    const both = browserOf(await signIn('carl', PASSWORD, '192.0.2.9', browserOf(first)));
    expect(both.split('~')).toHaveLength(2);
    const marks = both.slice(BROWSER.length + 1).split('~');
    const [carl = '', bert = ''] = marks;
    const [, ...rest] = carl.split('.');
    const forged = `${BROWSER}=${[bert.split('.')[0], ...rest].join('.')}`;
    await exhaust('bert', '192.0.2.10');
    expect((await signIn('bert', PASSWORD, '192.0.2.10', forged)).statusCode).toBe(429);
    for (const junk of ['x', '....', '~~~~~~~', `${carl}x`, 'a.b.c.d']) {
      expect((await signIn('bert', PASSWORD, '192.0.2.10', `${BROWSER}=${junk}`)).statusCode, junk).toBe(429);
    }
    expect((await signIn('bert', PASSWORD, '192.0.2.10', both)).statusCode).toBe(200);
    const attributes = String(first.headers['set-cookie']);
    expect(attributes).toMatch(/__Host-lacquer-browser=[^;]+; [^,]*Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(attributes).not.toContain('bert');
  });

  it('attempts at many accounts from one address are limited, too; IPv6 by the network of a subscriber', async () => {
    const begun = performance.now();
    let wrong = 0;
    while (wrong < 200) {
      const from = `2001:db8:1:2:${wrong.toString(16)}::1`;
      if ((await signIn(`guess${wrong}`, 'wrong', from)).statusCode === 429) break;
      wrong += 1;
    }
    // 15 a minute, and one more for each four seconds that the attempts took.
    expect(wrong).toBeGreaterThanOrEqual(15);
    expect(wrong).toBeLessThanOrEqual(16 + (performance.now() - begun) / 4000);
    expect((await signIn('dora', PASSWORD, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('says how long to wait: with one attempt a minute nearly a minute', async () => {
    const limits = openSignInLimits(server.database, 1);
    const attempt = { address: '192.0.2.79', account: 'somebody' };
    await limits.charge(attempt);
    const refusal = await limits.charge(attempt).catch((error: Error) => error);
    expect(Number(/Wait (\d+) s/.exec(String(refusal))?.[1])).toBeGreaterThan(1);
  });

  it('servers that share a database count together; the rows are small, hashed, and deleted', async () => {
    const [one, two] = [openSignInLimits(server.database, 3), openSignInLimits(server.database, 3)];
    const attempt = { address: '192.0.2.77', account: 'somebody' };
    const settled = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? one : two).charge(attempt)),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const rows = () => server.database.read.selectFrom('signInTries').selectAll().execute();
    const stored = await rows();
    expect(stored.length).toBeGreaterThan(0);
    for (const { key, until } of stored) {
      expect(key).toMatch(/^[\w-]{43}$/);
      expect(Number(until)).toBeLessThan(Date.now() + 61_000);
    }
    await server.database.transaction((trx) => trx.updateTable('signInTries').set({ until: 1 }).execute());
    await openSignInLimits(server.database, 3).charge({ address: '192.0.2.78', account: 'x' });
    expect(await rows()).toHaveLength(2);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['::ffff:12ab:1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s is in %s', (address, network) => expect(networkOf(address)).toBe(network));
});
