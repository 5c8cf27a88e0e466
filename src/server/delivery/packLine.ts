/**
 * Log lines about a pack.
 *
 *   packLine
 */
import type { Line } from '../journal/journal.ts';

/** @param text what happened, to follow the name of the pack */
export const packLine = (
  { kind, fileName }: { kind: string; fileName: string },
  text: string,
): Pick<Line, 'about' | 'message'> =>
  kind === 'static'
    ? { message: `Static image pack ${fileName} ${text}` }
    : { about: 'imageSets', message: `pack ${fileName} ${text}` };
