import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flag, inner, matching, no, oneOf, searchOf, text, texts, wholeNumber, yes } from './searchFields.ts';

const read = searchOf({
  name: text,
  names: texts,
  desc: flag,
  test: yes,
  images: no,
  page: wholeNumber,
  size: oneOf([20, 50]),
  area: oneOf(['preprod', 'prod']),
  day: matching(/^\d{4}-\d{2}-\d{2}$/),
  shown: inner({ type: oneOf(['co2']), brand: text }, ['type']),
});

describe('the fields of an address', () => {
  it('keep what was chosen', () => {
    const full = {
      name: 'x',
      names: ['a', 'b'],
      desc: false,
      test: true,
      images: false,
      page: 3,
      size: 50,
      area: 'prod',
      day: '2026-11-21',
      shown: { type: 'co2', brand: 'OPEL' },
    };
    expect(read(full)).toEqual(full);
  });

  it('take numbers for text, which the address cannot tell apart', () => {
    expect(read({ name: 1234, names: [1, '002'] })).toEqual({ name: '1234', names: ['1', '002'] });
  });

  it('drop what they cannot read or do not know, and keep the rest', () => {
    expect(
      read({ name: {}, names: 'a', test: false, page: -1, size: 30, area: 'moon', day: 'today', more: 1 }),
    ).toEqual({});
    expect(read({ names: ['a', null], shown: { brand: 'OPEL' }, desc: true })).toEqual({ desc: true });
    expect(read(JSON.parse('{"__proto__":{"name":"x"}}') as Record<string, unknown>)).toEqual({});
  });

  it('never fail, and read their own answer as it is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('name', 'names', 'page', 'shown', 'area', 'x'), fc.jsonValue()),
        (any) => {
          const once = read(any as Record<string, unknown>);
          expect(read(once)).toEqual(once);
        },
      ),
    );
  });
});
