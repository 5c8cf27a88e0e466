/**
 * Password hashes: argon2id with OWASP's parameters (19 MiB, 2 passes, 1 lane), in the PHC string format.
 *
 *   hashPassword, verifyPassword, passwordProblem
 *   hashCheaply          for tests
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { isCommonPassword } from './commonPasswords.ts';

const LANES = 1;
/** OWASP's parameters: one hash takes about 60 ms of CPU time. */
let cost = { memoryKib: 19_456, passes: 2 };

/**
 * Weakens new hashes for tests, which sign in thousands of users and would spend a third of their time on full-strength
 * hashes. The parameters are part of each hash, so both kinds are verified alike.
 * @internal
 */
export function hashCheaply(): void {
  cost = { memoryKib: 8, passes: 1 };
}

const derive = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
  new Promise<Buffer>((resolve, reject) =>
    argon2(
      'argon2id',
      { message: Buffer.from(password, 'utf8'), nonce, parallelism, tagLength: 32, memory, passes },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    ),
  );

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** @returns `$argon2id$v=19$m=…,t=…,p=…$salt$tag` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memoryKib, passes } = cost;
  const tag = await derive(password, salt, memoryKib, passes, LANES);
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${base64(salt)}$${base64(tag)}`;
}

/** For an unknown user, on whom the same time is spent as on a wrong password. No password is right for it. */
const decoy = (): string =>
  `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** false for a wrong password and for an account without one, in the same time */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? decoy());
  if (!match) throw new Error('a stored password hash is not an argon2id string');
  const [, memory, passes, lanes, salt = '', tag = ''] = match;
  const found = await derive(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes), Number(lanes));
  const expected = Buffer.from(tag, 'base64');
  return expected.length === found.length && timingSafeEqual(expected, found) && stored !== null;
}

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;

/** Why a new password is not accepted, or undefined. Prefers length to composition rules, as NIST SP 800-63B requires. */
export function passwordProblem(password: string, username: string): string | undefined {
  if (password.length < MIN_LENGTH) return `A password needs at least ${MIN_LENGTH} characters.`;
  if (password.length > MAX_LENGTH) return `A password has at most ${MAX_LENGTH} characters.`;
  if (new Set(password).size < 5) return 'A password needs at least 5 different characters.';
  if (password.toLowerCase() === username.toLowerCase()) return 'A password must not be the user name.';
  if (isCommonPassword(password)) {
    return 'This password is among the first that an attacker tries: a common one, or a common word with a few symbols around it. Use several words that only you would combine.';
  }
  return undefined;
}
