/** What a sign-in at a provider leads to: which page, and which roles. */
import { expect, it } from 'vitest';
import { rolesOf, safeReturn } from './oidc.ts';

const PUBLIC = 'https://cars.example';

it('returns to pages of this application only', () => {
  for (const wanted of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/\t/evil.example/upload',
    'x',
    '/api/v2',
  ]) {
    expect(safeReturn(wanted, PUBLIC), wanted).toBe('/');
  }
  expect(safeReturn('/dynamic/layers?disId=1#a', PUBLIC)).toBe('/dynamic/layers?disId=1#a');
  const below = `${PUBLIC}/cars`;
  for (const [wanted, path] of [
    ['/cars/dynamic/layers?disId=1#a', '/dynamic/layers?disId=1#a'],
    ['/cars', '/'],
    ['/cars/', '/'],
    ['/carsx/start', '/'],
    ['/start', '/'],
    ['/cars//evil.example', '/'],
    ['/cars/api/docs', '/'],
    ['/cars/../start', '/'],
  ] as const)
    expect(safeReturn(wanted, below), wanted).toBe(path);
});

it('finds roles in lists, words and nested claims', () => {
  const roles = new Map([['a', ['ROLE_TEST'] as const]]);
  expect(rolesOf({ groups: 'b a' }, { rolesClaim: 'groups', roles })).toEqual(['ROLE_TEST']);
  expect(rolesOf({ x: { roles: ['a', 'a', 7] } }, { rolesClaim: 'x.roles', roles })).toEqual(['ROLE_TEST']);
  expect(rolesOf({}, { rolesClaim: 'constructor.name', roles })).toEqual([]);
});
