import { describe, expect, it } from 'vitest';
import { nameKeyOf, nameProblem, normalName } from './names.ts';

describe('user names', () => {
  it.each([
    ['admin', 'ADMIN'],
    ['anna.müller', 'Anna.Mu\u0308ller'],
    ['strasse', 'straße'],
    ['admin', 'ａｄｍｉｎ'],
    ['admin', 'adm\u0131n'],
    ['admin', 'adm\u0130n'],
    ['office', 'o\ufb03ce'],
    ['jose', 'jo\u017fe'],
  ])('%s and %s are one name', (one, other) => expect(nameKeyOf(other)).toBe(nameKeyOf(one)));

  it.each([
    ['anna', 'anne'],
    ['muller', 'müller'],
    ['a.b', 'a-b'],
  ])('%s and %s are different names', (one, other) => expect(nameKeyOf(other)).not.toBe(nameKeyOf(one)));

  it.each(['anna', 'j.müller', 'auth0|12', 'a@b.example', 'Łukasz', 'x_y-z+1'])('%s is accepted', (name) => {
    expect(nameProblem(name)).toBeUndefined();
    expect(normalName(normalName(name))).toBe(normalName(name));
  });

  it.each([
    ['a', 'too short'],
    ['x'.repeat(101), 'too long'],
    ['a b', 'a blank'],
    ['аdmin', 'a Cyrillic letter that looks like a Latin one'],
    ['admin\u200b', 'a character without width'],
    ['nimda\u202e', 'a change of direction'],
    ['a\r\nb', 'a new line'],
    ['a,b', 'a comma'],
    ['System', 'reserved'],
    ['console', 'reserved'],
  ])('%j is not accepted: %s', (name) => expect(nameProblem(name)).toEqual(expect.any(String)));
});
