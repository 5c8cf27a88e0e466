/** Which passwords are accepted (OWASP ASVS 6.2). */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../testing/testApp.ts';
import { passwordProblem } from './passwords.ts';

describe('passwords', () => {
  it.each([
    'motherfucker',
    '123456789987654321',
    'Password2026!',
    'P@ssw0rd2026',
    '2026-football',
    'QWERTYuiop123',
    'dragondragondragon',
    'michelle1990!?',
    'Lacquer-2026',
    'embargo123456',
  ])('%s is among those that attackers try first', (password) => {
    expect(passwordProblem(password, 'anna')).toMatch(/first that an attacker tries/);
  });

  it.each([
    PASSWORD,
    'correct horse battery staple',
    'пароль из четырёх слов',
    '🚗🛞🔑🪟🚙🛻 and more',
    randomBytes(15).toString('base64url'),
    `${'x'.repeat(195)}abcde`,
    'demo-uploader-2026',
  ])('%s is accepted', (password) => {
    expect(passwordProblem(password, 'anna')).toBeUndefined();
  });

  it.each([
    ['eleven char', /at least 12/],
    ['abababababab', /5 different/],
    ['Anna.Andersson', /user name/],
    ['x'.repeat(201), /at most 200/],
  ])('%s is not accepted', (password, why) => {
    expect(passwordProblem(password, 'anna.andersson')).toMatch(why);
  });

  it.each([
    ['twelve chars', 'anna'],
    ['xxxxxxxxabcd', 'anna'],
    [`${'x'.repeat(196)}abcd`, 'anna'],
    // Too short for a word.
    ['2026-cat-2026', 'anna'],
  ])('%s is just enough', (password, username) => {
    expect(passwordProblem(password, username)).toBeUndefined();
  });

  it.each([
    ['12345password67890', 'a word between digits'],
    ['$unshine-2026', 'a word that begins with a swapped letter'],
    ['lacquer!!!!!', 'a word of the product before symbols'],
  ])('%s is refused: %s', (password) => {
    expect(passwordProblem(password, 'anna')).toMatch(/first that an attacker tries/);
  });
});
