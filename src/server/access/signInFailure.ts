/**
 * Why a user named by a provider or proxy is not signed in.
 *
 *   SignInFailure    a code that the sign-in page has a sentence for, with its cause for the journal
 *   causeOf          the cause as text
 */
import type { SignInError } from '../../contract/index.ts';

export class SignInFailure extends Error {
  readonly code: SignInError;
  constructor(code: SignInError, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

const LENGTH = 500;
const DEPTH = 4;

/** The messages of an error and its causes, outermost first. They may come from outside, so they are shortened. */
export function causeOf(error: unknown): string {
  const words: string[] = [];
  for (
    let at = error instanceof Error ? error.cause : undefined;
    at instanceof Error && words.length < DEPTH;
    at = at.cause
  ) {
    const { error: code, error_description: description } = at as { error?: unknown; error_description?: unknown };
    const more = [code, description].filter((one) => typeof one === 'string').join(': ');
    words.push(more === '' ? at.message : `${at.message} (${more})`);
  }
  return words.join(': ').slice(0, LENGTH);
}
