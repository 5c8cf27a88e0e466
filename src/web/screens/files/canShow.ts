/**
 * Which files the browser can show: pictures, and texts up to a size.
 *
 *   isPicture
 *   canShow      whether a file can be shown, or why not
 */
import type { FileElement } from '../../../contract/index.ts';
import { fileTexts } from '../../texts/files.ts';
import { formatBytes } from '../../ui/bytes.ts';

const PICTURE = /\.(png|jpe?g|webp)$/i;
const TEXT = /\.(xml|txt)$/i;
/** Browsers draw larger texts too slowly. */
const MAX_TEXT_BYTES = 5_000_000;

export const isPicture = ({ name }: Pick<FileElement, 'name'>): boolean => PICTURE.test(name);

/** @returns 'no' if there is nothing to show, as for a folder or a pack */
export function canShow(element: FileElement): 'yes' | 'no' | { reason: string } {
  if (element.isFolder) return 'no';
  if (element.content !== null || isPicture(element)) return 'yes';
  if (!TEXT.test(element.name)) return 'no';
  if (element.size <= MAX_TEXT_BYTES) return 'yes';
  return { reason: fileTexts.tooLarge(formatBytes(MAX_TEXT_BYTES)) };
}
