/**
 * Rejects U+0000 in any text of a call: PostgreSQL cannot store it, C libraries stop at it, and nobody means to send it.
 *
 *   refuseZeroBytes   a preValidation hook
 */
import type { preValidationHookHandler } from 'fastify';
import { badRequest } from './errors.ts';

/** Without recursion, because the sender chooses how deep a body is nested. */
function holdsZero(value: unknown): boolean {
  const pending = [value];
  while (pending.length > 0) {
    const one = pending.pop();
    if (typeof one === 'string' && one.includes('\0')) return true;
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, inner] of Object.entries(one)) pending.push(name, inner);
  }
  return false;
}

export const refuseZeroBytes: preValidationHookHandler = (request, _reply, done) => {
  for (const part of ['params', 'query', 'body'] as const) {
    if (Buffer.isBuffer(request[part]) || !holdsZero(request[part])) continue;
    throw badRequest('zero-byte', `The ${part === 'params' ? 'address' : part} contains the character U+0000.`);
  }
  done();
};
