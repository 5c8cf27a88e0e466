/**
 * The side that a set is compared with: the area, set and version that the address names, else the same as on the first side.
 *
 *   comparedAreas, useOtherSide
 */

import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useCars } from '../../areas/useCars.ts';
import type { CompareSearch } from './search.ts';
import type { TestSet } from './useTestSet.ts';

/** @param areas those that the user may see */
export function comparedAreas(search: CompareSearch, areas: readonly Area[], defaultArea: Area) {
  const allowed = (wanted: Area | undefined) => (wanted && areas.includes(wanted) ? wanted : undefined);
  const area = allowed(search.area) ?? defaultArea;
  const wanted = allowed(search.withArea);
  // The sender of a link may see more areas than its reader: the link must not end in comparing an area with itself.
  const usable = wanted !== area || search.area === area ? wanted : undefined;
  return { area, withArea: usable ?? areas.find((one) => one !== area) ?? area };
}

export function useOtherSide(set: TestSet, search: CompareSearch, area: Area) {
  const disId = search.withDisId ?? set.disId;
  const calls = api(area);
  const sets = useQuery({ queryKey: ['sets', area], queryFn: ({ signal }) => calls.sets({ signal }) });
  const cars = useCars(area);
  const known = sets.data?.includes(disId) ?? false;
  const versions = useQuery({
    queryKey: ['versions', area, disId],
    enabled: known,
    queryFn: ({ signal }) => calls.versions({ query: { disId }, signal }),
  });
  const versionIds = versions.data?.map(({ versionId }) => versionId) ?? [];
  const same = versionIds.includes(set.version) ? set.version : (versionIds[0] ?? set.version);
  return {
    area,
    disId,
    version: search.withVersion ?? same,
    versionIds,
    sets: sets.data,
    cars,
    /** the area has no such set */
    missing: sets.isSuccess && disId !== '' && !known,
  };
}
