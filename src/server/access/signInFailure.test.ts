/** The causes of a refused sign-in as the journal has them: from outside, so of limited number and length. */
import { expect, it } from 'vitest';
import { causeOf, SignInFailure } from './signInFailure.ts';

const failure = (...messages: readonly string[]) =>
  new SignInFailure(
    'sign-in-failed',
    messages.reduceRight<Error | undefined>((cause, message) => new Error(message, { cause }), undefined),
  );

it('lists up to four causes, outermost first', () => {
  expect(causeOf(failure())).toBe('');
  expect(causeOf(failure('a'))).toBe('a');
  expect(causeOf(failure('a', 'b', 'c', 'd', 'e'))).toBe('a: b: c: d');
  expect(causeOf('no error')).toBe('');
  expect(causeOf(new SignInFailure('sign-in-failed', 'no error either'))).toBe('');
});

it('adds the code and the description that a provider gives', () => {
  const answer = (more: object) => new SignInFailure('sign-in-failed', Object.assign(new Error('refused'), more));
  expect(causeOf(answer({ error: 'access_denied' }))).toBe('refused (access_denied)');
  expect(causeOf(answer({ error: 'access_denied', error_description: 'not today' }))).toBe(
    'refused (access_denied: not today)',
  );
  expect(causeOf(answer({ error: 7, error_description: null }))).toBe('refused');
});

it('is at most 500 characters long', () => {
  expect(causeOf(failure('x'.repeat(501)))).toBe('x'.repeat(500));
});
