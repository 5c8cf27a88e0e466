/**
 * What several notices say as one.
 *
 *   joined             for notices of one kind
 *   failuresTogether   for calls that failed for one reason
 */
import { manyTexts } from '../texts/notices.ts';

/** @param name of what the notice is about */
export const joined = (kind: keyof typeof manyTexts, name: string) => ({ kind, name, text: manyTexts[kind] });

/** @param heads what could not be done, each without the reason */
export const failuresTogether = (heads: readonly string[], reason: string): string =>
  [...new Set(heads), reason].join('\n');
