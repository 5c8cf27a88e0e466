/**
 * Conditional requests (RFC 9110, 13): whoever has an answer already is told that it still holds.
 *
 *   tagOf      the weak ETag of what an answer follows from, or of its text: compression changes its bytes
 *   matches    If-None-Match
 */
import { createHash } from 'node:crypto';

export const tagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`;

const strong = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Weak comparison with a list, or `*`. */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((part) => strong(part) === strong(etag)));
