/** Why somebody whom a provider or proxy names is not signed in: a code that the sign-in page has a sentence for. */
import type { SignInError } from '../../contract/index.ts';

export class SignInFailure extends Error {
  readonly code: SignInError;
  constructor(code: SignInError, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
