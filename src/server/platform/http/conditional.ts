/**
 * Conditional requests (RFC 9110, 13): tells a client whether the answer that it has is still valid.
 *
 *   tagOf, tagOfHash   the weak ETag of an answer's text, or of what it depends on: weak because compression changes
 * its bytes
 *   matches            If-None-Match
 */
import { createHash, type Hash } from 'node:crypto';

export const tagOfHash = (sha256: Hash): string => `W/"${sha256.digest('base64url')}"`;
export const tagOf = (text: string): string => tagOfHash(createHash('sha256').update(text));

const strong = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Weak comparison with a list, or `*`. */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((part) => strong(part) === strong(etag)));
