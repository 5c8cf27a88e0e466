/**
 * What a contact sheet shows of a set: the families to choose from, and a row for each feature of the chosen one or for each
 * version.
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
import { familiesOf, rowsOf, type SheetRow, VERSION_ROWS, versionRows } from './sheet.ts';
import type { TestSet } from './useTestSet.ts';

const NO_OPTIONS: readonly string[] = [];
const NO_ROWS: readonly SheetRow[] = [];

/** @param most rows, if they are versions */
export function useSheet(set: TestSet, search: SheetSearch, most: number) {
  const { area, disId, version, versions, viewport, model, resolution } = set;
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
  const byVersion = search.family === VERSION_ROWS;
  const rows = useMemo(() => {
    if (byVersion) return versionRows(versions, { version, chosen }, most);
    return family ? rowsOf(features.data ?? [], family.id, { version, chosen }) : NO_ROWS;
  }, [byVersion, versions, most, features.data, family, version, chosen]);
  const size = resolution?.resolutionName;
  const side = useMemo(
    (): Side => ({ area, disId, version, viewport, model, size, options: NO_OPTIONS, layers: undefined }),
    [area, disId, version, viewport, model, size],
  );
  /** chosen features of other families: they are the same in every row */
  const shared = chosen.filter((id) => !rows.some((row) => row.id === id));
  return { features, families, family, byVersion, rows, side, shared };
}
