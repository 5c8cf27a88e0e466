/** Whom the header of a proxy names, and from which connections it counts. */
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { openProxy } from './proxy.ts';

const personOf = openProxy({
  addresses: [{ address: '10.0.0.7' }, { address: '10.1.0.0', bits: 16 }, { address: 'fd00::', bits: 8 }],
  userHeader: 'x-remote-user',
  rolesHeader: 'x-remote-groups',
  roles: new Map([
    ['veh-up', ['ROLE_UPLOAD']],
    ['veh-view', ['ROLE_TEST']],
  ]),
} as unknown as Parameters<typeof openProxy>[0]);
const from = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  personOf({ socket: { remoteAddress }, headers } as unknown as FastifyRequest);
const anna = { 'x-remote-user': 'anna', 'x-remote-groups': 'veh-up, other,constructor, veh-view,veh-up' };

it.each([
  ['10.0.0.7', true],
  ['::ffff:10.0.0.7', true],
  ['::ffff:a00:7', true],
  ['10.1.255.1', true],
  ['fd12::1', true],
  ['10.0.0.8', false],
  ['::ffff:10.2.0.1', false],
  ['fe80::1', false],
  [undefined, false],
])('a header counts on a connection from %s: %s', (address, counts) => {
  expect(from(address, anna) !== undefined).toBe(counts);
});

it('each role is given once; names keep their letters, and one subject is one person in any case', () => {
  expect(from('10.0.0.7', anna)).toMatchObject({ username: 'anna', roles: ['ROLE_UPLOAD', 'ROLE_TEST'] });
  const latin = Buffer.from('Zoë', 'utf8').toString('latin1');
  const zoe = from('10.0.0.7', { 'x-remote-user': latin });
  expect(zoe).toMatchObject({ source: 'proxy', username: 'Zoë', roles: [] });
  expect(from('10.0.0.7', { 'x-remote-user': latin.replace('Z', 'z') })?.subject).toBe(zoe?.subject);
  // A proxy that sends Latin-1 after all.
  expect(from('10.0.0.7', { 'x-remote-user': 'Zo\u00eb' })?.username).toBe('Zoë');
});

it('without the header nobody is named; a header that came twice names nobody and is refused', () => {
  expect(from('10.0.0.7', {})).toBeUndefined();
  expect(() => from('10.0.0.7', { 'x-remote-user': 'anna, ben' })).toThrow('name-not-usable');
});
