/**
 * Log lines about an image set or a static pack.
 *
 *   contentLine
 */
import type { Line } from '../journal/journal.ts';
import type { RefKind } from './refs.ts';

/** @param text what happened, to follow the name and a colon */
export const contentLine = (
  { kind, key }: { kind: RefKind; key: string },
  text: string,
): Pick<Line, 'about' | 'message'> =>
  kind === 'dis'
    ? { about: 'imageSets', message: `${key}: ${text}` }
    : { message: `Static image pack ${key}: ${text}` };
