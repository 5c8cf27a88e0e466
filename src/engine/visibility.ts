/**
 * Which sets an area serves (visibility_configuration).
 *
 *   Visibility, visibilityOf
 */
import { AREA_NAMES, type Area } from '../contract/index.ts';
import type { VisibilityRow } from './globalConfigs.ts';
import { matches } from './lcdv.ts';

export type Visibility =
  | { readonly visible: true }
  | {
      readonly visible: false;
      readonly reason: string;
      /** when the area will show it, UTC; absent: only after a change of the configuration */
      readonly from?: string;
    };

/**
 * A set is served when no row matches its disId, or when a matching row names the area and its `from` is reached
 * (the instant itself counts). The reason is for administrators, who see the set in lists all the same.
 * `now`: milliseconds since 1970.
 */
export function visibilityOf(disId: string, area: Area, now: number, rows: readonly VisibilityRow[]): Visibility {
  const matching = rows.filter((row) => matches(row.pattern, disId));
  if (matching.length === 0) return { visible: true };
  const inArea = matching.filter((row) => row.areas.includes(area));
  if (inArea.some(({ from }) => from === undefined || Date.parse(from) <= now)) return { visible: true };
  const patterns = [...new Set(matching.map((row) => row.pattern))].join(', ');
  const [next] = inArea.flatMap(({ from }) => from ?? []).sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    visible: false,
    ...(next !== undefined && { from: new Date(next).toISOString() }),
    reason: `The visibility configuration of ${patterns} ${next === undefined ? 'does not name' : 'shows it later in'} ${AREA_NAMES[area]}.`,
  };
}
