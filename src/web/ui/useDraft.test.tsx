import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDraft } from './useDraft.ts';

const setup = (first: string) => {
  const { result, rerender } = renderHook(({ value }) => useDraft(value), { initialProps: { value: first } });
  const type = (text: string) => {
    act(() => result.current.setDraft(text));
    return result.current.announce(text);
  };
  return { type, shown: () => result.current.draft, address: (value: string) => rerender({ value }) };
};

it('stays ahead of an address that follows later, one value after the other', () => {
  const { type, shown, address } = setup('');
  for (const text of ['a', 'ab', 'abc']) expect(type(text)).toBe(true);
  address('a');
  expect(shown()).toBe('abc');
  address('abc');
  expect(shown()).toBe('abc');
});

it('follows a change of the address from outside', () => {
  const { type, shown, address } = setup('x');
  type('xy');
  address('xy');
  address('x');
  expect(shown()).toBe('x');
  type('xz');
  address('');
  expect(shown()).toBe('');
});

it('announces no value twice', () => {
  const { type } = setup('a');
  expect([type('a'), type('b'), type('b'), type('a')]).toEqual([false, true, false, true]);
});

it('follows Back to a value that was announced, replaced at once and never seen', () => {
  const { result, rerender } = renderHook(({ value }) => useDraft(value), { initialProps: { value: 'chosen' } });
  for (const next of ['another', 'chosen']) {
    act(() => result.current.setDraft(next));
    expect(result.current.announce(next)).toBe(true);
  }
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  rerender({ value: 'another' });
  expect(result.current.draft).toBe('another');
});
