/**
 * Secrets that clients hold: random values of 256 bits. The database stores only their SHA-256.
 *
 *   makeSecret, hashSecret
 */
import { hash, randomBytes } from 'node:crypto';

export const makeSecret = (): string => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string): string => hash('sha256', secret);
