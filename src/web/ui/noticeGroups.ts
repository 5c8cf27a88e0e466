/**
 * The text of several notices of one kind joined into one.
 *
 *   noticeGroup
 */
import { manyTexts } from '../texts/notices.ts';

/** @param name of what the notice is about */
export const noticeGroup = (kind: keyof typeof manyTexts, name: string) => ({ kind, name, text: manyTexts[kind] });
