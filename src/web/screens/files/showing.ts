/**
 * What of a file the browser can show: pictures, and texts up to a size.
 *
 *   isPicture
 *   showing      whether a file can be shown, or why not
 */
import type { FileElement } from '../../../contract/index.ts';
import { formatBytes } from '../../ui/bytes.ts';

const PICTURE = /\.(png|jpe?g|webp)$/i;
const TEXT = /\.(xml|txt)$/i;
/** A browser draws larger texts too slowly to be of use. */
const TEXT_BYTES = 5_000_000;

export const isPicture = ({ name }: Pick<FileElement, 'name'>): boolean => PICTURE.test(name);

/** @returns 'no' where there is nothing to look at, such as a folder or a pack */
export function showing(element: FileElement): 'yes' | 'no' | { reason: string } {
  if (element.isFolder) return 'no';
  if (element.content !== null || isPicture(element)) return 'yes';
  if (!TEXT.test(element.name)) return 'no';
  if (element.size <= TEXT_BYTES) return 'yes';
  return { reason: `The text is larger than ${formatBytes(TEXT_BYTES)}. Download it instead.` };
}
