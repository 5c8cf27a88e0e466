import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from './addressText.ts';
import {
  flag,
  objectWith,
  oneOf,
  onlyFalse,
  onlyTrue,
  patternField,
  searchOf,
  text,
  texts,
  wholeNumber,
} from './searchFields.ts';

const read = searchOf({
  name: text,
  names: texts,
  desc: flag,
  test: onlyTrue,
  images: onlyFalse,
  page: wholeNumber,
  size: oneOf([20, 50]),
  area: oneOf(['preprod', 'prod']),
  day: patternField(/^\d{4}-\d{2}-\d{2}$/),
  shown: objectWith({ type: oneOf(['co2']), brand: text }, ['type']),
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

  it('accept numbers as text, which an address cannot distinguish', () => {
    expect(read({ name: 1234, names: [1, '002'] })).toEqual({ name: '1234', names: ['1', '002'] });
  });

  it('read the text of an address as the value that was written', () => {
    expect(
      read({
        names: '001',
        desc: 'false',
        test: 'true',
        images: 'false',
        page: '3',
        size: '50',
        shown: '{"type":"co2"}',
      }),
    ).toEqual({ names: ['001'], desc: false, test: true, images: false, page: 3, size: 50, shown: { type: 'co2' } });
    expect(read({ names: 'a,b' })).toEqual({ names: ['a', 'b'] });
    expect(read({ names: '["a,b","c"]' })).toEqual({ names: ['a,b', 'c'] });
    expect(read({ names: '' })).toEqual({ names: [] });
  });

  it('drop what they cannot read or do not know, and keep the rest', () => {
    expect(
      read({ name: {}, names: {}, test: false, page: '-1', size: 30, area: 'moon', day: 'today', more: 1 }),
    ).toEqual({});
    expect(read({ names: ['a', null], shown: { brand: 'OPEL' }, desc: true })).toEqual({ names: ['a'], desc: true });
    expect(read(JSON.parse('{"__proto__":{"name":"x"}}') as Record<string, unknown>)).toEqual({});
  });

  it('never fail, and read their own result unchanged', () => {
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

  it('are the same after writing and reading an address, whatever the texts', () => {
    const any = fc.record(
      {
        name: fc.string(),
        names: fc.array(fc.string()),
        desc: fc.boolean(),
        page: fc.nat(),
        shown: fc.record({ type: fc.constant('co2'), brand: fc.string() }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(any, (chosen) => {
        const address = writeAddress(chosen);
        expect(read(readAddress(address))).toEqual(chosen);
        expect(writeAddress(readAddress(address))).toBe(address);
      }),
    );
  });
});

describe('an address', () => {
  it('can be read and changed by hand', () => {
    const address = writeAddress({ disId: '1E5', angles: ['001', '002'], text: 'a b', test: true, layers: [] });
    expect(address).toBe('?disId=1E5&angles=001,002&text=a%20b&test=true&layers=');
    expect(readAddress(address)).toEqual({ disId: '1E5', angles: '001,002', text: 'a b', test: 'true', layers: '' });
  });
  it('reads older links', () => {
    const old = readAddress('?angles=%5B%22001%22%2C%22002%22%5D&version=%221234%22&options=A&options=B&bent=%E0%A4%A');
    expect(read({ names: old['angles'] })).toEqual({ names: ['001', '002'] });
    expect(old).toMatchObject({ version: '1234', options: 'A,B' });
  });
});
