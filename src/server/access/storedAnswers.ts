/**
 * The answers to calls with an Idempotency-Key, as they are stored: encrypted, since an answer may be an API token.
 *
 *   StoredAnswer
 *   encryptAnswer, decryptAnswer
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Problem } from '../platform/http/errors.ts';

/** characters; a longer answer is not kept */
const MAX_ANSWER_LENGTH = 1024 ** 2;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface StoredAnswer {
  answer?: unknown;
  location?: string;
  error?: { status: number; code: string; message: string; details?: Problem[] };
}

/** @returns null: it is too long to be kept */
export function encryptAnswer(secret: Buffer, answered: StoredAnswer): string | null {
  const text = JSON.stringify(answered);
  if (text.length > MAX_ANSWER_LENGTH) return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64');
}

/** @throws Error unless it was stored with this secret */
export function decryptAnswer(secret: Buffer, stored: string): StoredAnswer {
  const bytes = Buffer.from(stored, 'base64');
  const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, IV_BYTES));
  cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
  return JSON.parse(text.toString('utf8')) as StoredAnswer;
}
