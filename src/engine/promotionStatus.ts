/**
 * How far a set or static pack was promoted, by its dates (section 4.4), and the filters of the promotion and status screens.
 * contentState.ts tells what an area shows. Dates are ISO 8601 texts, as in calls.
 *
 *   PromotionDates, PromotionState
 *   promotionState             dates -> promoted to pre-prod, to prod, or not
 *   passesStatus               the three checkboxes
 *   passesName                 part of a name, upper and lower case alike
 *   passesDates                calendar days from and to, both included
 */
import { screenDay } from './screenTime.ts';

export interface PromotionDates {
  /** the last upload */
  readonly lastModifiedDate: string;
  readonly lastPreprodPromoteDate?: string | null;
  readonly lastProdPromoteDate?: string | null;
}

export interface PromotionState {
  readonly toPreProd: boolean;
  readonly toProd: boolean;
  /** neither of them */
  readonly notPromoted: boolean;
}

/** Which states a list shows: the checkboxes `not promoted`, `to Pre-Prod`, `to Prod`. */
export type StatusFilter = PromotionState;

/**
 * The state of an image set or a static pack: promoted to an area when that promotion is later than the last upload.
 * An upload after it, or at the same instant, makes it not promoted again; so does a missing or unreadable date.
 * Instants are compared, whatever offsets the texts have.
 */
export function promotionState(dates: PromotionDates): PromotionState {
  const modified = instant(dates.lastModifiedDate);
  const toPreProd = modified < instant(dates.lastPreprodPromoteDate);
  const toProd = modified < instant(dates.lastProdPromoteDate);
  return { toPreProd, toProd, notPromoted: !toPreProd && !toProd };
}

/** True when a checked state is one of the row's; a row promoted to both areas passes with either. */
export function passesStatus(state: PromotionState, filter: StatusFilter): boolean {
  return (
    (filter.notPromoted && state.notPromoted) ||
    (filter.toPreProd && state.toPreProd) ||
    (filter.toProd && state.toProd)
  );
}

/** True when the name contains the text, upper and lower case alike, without outer blanks; an empty text passes all. */
export function passesName(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.trim().toLowerCase());
}

/**
 * True when the day of `date` lies between the days `from` and `to`, both included; an absent or empty limit sets none.
 * The limits are `YYYY-MM-DD` as picked. The day of `date` is the one that the screens show for it (+0200), so a row is
 * found by the day that stands in it. An absent or unreadable date passes only without limits.
 */
export function passesDates(
  date: string | null | undefined,
  from: string | null | undefined,
  to: string | null | undefined,
): boolean {
  if (!from && !to) return true;
  const day = date ? screenDay(date) : undefined;
  if (day === undefined) return false;
  return (!from || day >= from) && (!to || day <= to);
}

/** Milliseconds since 1970; NaN, which no comparison holds for, when there is no date. */
function instant(date: string | null | undefined): number {
  return date ? Date.parse(date) : Number.NaN;
}
