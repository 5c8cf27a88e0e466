import { describe, expect, it } from 'vitest';
import { type AreaContent, contentStates, referenceArea, waitsFor } from './contentState.ts';

const content = (metaHash: string, pictureHash: string, modifiedAt: number): AreaContent => ({
  metaHash,
  pictureHash,
  modifiedAt,
});
const first = content('meta 1', 'pictures 1', 1);
const second = content('meta 2', 'pictures 2', 2);

describe('content states', () => {
  it('compare each area with Embargo', () => {
    expect(contentStates({ embargo: second, preprod: second, prod: first })).toEqual({
      embargo: 'same',
      preprod: 'same',
      prod: 'older',
    });
    expect(contentStates({ embargo: second }).prod).toBe('absent');
  });

  it('say what of it is older', () => {
    const states = contentStates({
      embargo: second,
      preprod: content('meta 2', 'pictures 1', 1),
      prod: content('meta 1', 'pictures 2', 1),
    });
    expect(states).toMatchObject({ preprod: 'picturesOlder', prod: 'metaOlder' });
  });

  it('call older only what Embargo has gone on from', () => {
    const edited = content('meta 2', 'pictures of its own', 3);
    expect(contentStates({ embargo: second, prod: edited }).prod).toBe('different');
    // The same content is the same, whenever it came.
    expect(contentStates({ embargo: second, prod: { ...second, modifiedAt: 9 } }).prod).toBe('same');
  });

  it('compare with Pre-Prod when Embargo no longer has the content', () => {
    const states = contentStates({ preprod: second, prod: first });
    expect(states).toEqual({ embargo: 'absent', preprod: 'same', prod: 'older' });
    expect(referenceArea(states)).toBe('preprod');
    expect(referenceArea(contentStates({}))).toBeUndefined();
  });
});

describe('what a row waits for', () => {
  it('is the next area that lacks the content', () => {
    expect(waitsFor(contentStates({ embargo: second }))).toBe('preprod');
    expect(waitsFor(contentStates({ embargo: second, preprod: second }))).toBe('prod');
    expect(waitsFor(contentStates({ embargo: second, preprod: second, prod: first }))).toBe('prod');
    expect(waitsFor(contentStates({ embargo: second, preprod: first, prod: first }))).toBe('preprod');
    expect(waitsFor(contentStates({ embargo: second, preprod: first, prod: second }))).toBe('nothing');
    expect(waitsFor(contentStates({ preprod: second, prod: first }))).toBe('prod');
    expect(waitsFor(contentStates({ prod: first }))).toBe('nothing');
  });

  it('is undefined for content that no area has', () => {
    expect(waitsFor(contentStates({}))).toBeUndefined();
  });
});
