/**
 * The text of several notices of one kind joined into one.
 *
 *   joined
 */
import { manyTexts } from '../texts/notices.ts';

/** @param name of what the notice is about */
export const joined = (kind: keyof typeof manyTexts, name: string) => ({ kind, name, text: manyTexts[kind] });
