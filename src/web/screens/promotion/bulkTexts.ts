/**
 * What is said of a promotion of many.
 *
 *   titleOf, countsText
 */
import { AREA_NAMES, type BulkPromotion } from '../../../contract/index.ts';
import { bulkTexts as texts } from '../../texts/bulkPromotion.ts';
import { endedOf, isUnderWay } from './bulk.ts';

export const titleOf = ({ kind, what, total, target }: BulkPromotion): string =>
  (what === 'all' ? texts.title : texts.metadataTitle)(kind, total, AREA_NAMES[target]);

export function countsText(one: BulkPromotion): string {
  const { promoted, total, refused, stopped } = one;
  const rest = total - endedOf(one);
  return [
    texts.progress(promoted, total),
    refused > 0 && texts.refused(refused),
    stopped > 0 && texts.stopped(stopped),
    rest > 0 && (isUnderWay(one) ? texts.waiting(rest) : texts.left(rest)),
  ]
    .filter((part) => part !== false)
    .join(', ');
}
