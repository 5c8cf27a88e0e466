import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateKey } from './duplicateKeys.ts';

describe('duplicateKey', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":1,"c":2}}', 'c'],
    ['[{"a":1},{"x":[],"y":{},"x":0}]', 'x'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['{ "a" : "x:{[" , "a" :null}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('%s', (text, key) => expect(duplicateKey(text)).toBe(key));

  it.each([
    '{"a":"b","b":"a"}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}}}',
    '"a"',
    '{"a":"\\"a\\":1"}',
    '{"a":1,"A":2}',
  ])('%s has none', (text) => expect(duplicateKey(text)).toBeUndefined());

  it('finds none in what JSON.stringify writes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => duplicateKey(JSON.stringify(value)) === undefined));
  });
});
