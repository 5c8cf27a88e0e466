/**
 * What a contact sheet shows of a set: the families to choose from, and a row for each feature of the chosen one.
 *
 *   useSheet
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { COLOUR_FAMILY } from '../../../engine/codes.ts';
import { api } from '../../api/api.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { Side } from './comparison.ts';
import { choiceFields } from './pictureQuery.ts';
import type { SheetSearch } from './search.ts';
import { familiesOf, rowsOf, type SheetRow } from './sheet.ts';
import type { TestSet } from './useTestSet.ts';

const NO_OPTIONS: readonly string[] = [];
const NO_ROWS: readonly SheetRow[] = [];

export function useSheet(set: TestSet, search: SheetSearch) {
  const { area, disId, version, viewport, model, resolution } = set;
  const { options: chosen = NO_OPTIONS } = search;
  const { colour, trim, rest } = choiceFields(chosen);
  const features = useQuery({
    queryKey: ['features', area, disId, version, chosen],
    queryFn: ({ signal }) =>
      api(area).features({
        params: { version },
        query: { colour, trim, additionalOptions: rest, disId },
        signal,
      }),
  });
  useFailureNotice(features.error, 'fetch features');
  const families = useMemo(() => familiesOf(features.data ?? []), [features.data]);
  const family = families.find(({ id }) => id === (search.family ?? COLOUR_FAMILY)) ?? families[0];
  const rows = useMemo(
    () => (family ? rowsOf(features.data ?? [], family.id, chosen) : NO_ROWS),
    [features.data, family, chosen],
  );
  const size = resolution?.resolutionName;
  const side = useMemo(
    (): Side => ({ area, disId, version, viewport, model, size, options: NO_OPTIONS, layers: undefined }),
    [area, disId, version, viewport, model, size],
  );
  /** chosen features of other families: they are the same in every row */
  const shared = chosen.filter((id) => !rows.some((row) => row.featureId === id));
  return { features, families, family, rows, side, shared };
}
