/**
 * The cars of the sets: their thumbnails and model words. A user who may see no area has none.
 *
 *   Car
 *   useCars     of an area, by set id
 *   useCar      of one set, in an area or in any
 */
import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AREAS, type Area, type CarSummary } from '../../contract/index.ts';
import { api } from '../api/api.ts';
import { useSession } from '../app/session.tsx';

export interface Car extends CarSummary {
  readonly area: Area;
}
type Cars = ReadonlyMap<string, Car>;

/** A thumbnail is made a moment after its set has changed. */
const RELOAD_INTERVAL_MS = 15_000;

const queryOf = (area: Area, enabled: boolean) =>
  ({
    queryKey: ['sets', area, 'cars'],
    queryFn: ({ signal }) => api(area).cars({ signal }),
    enabled,
    // A list is usable without pictures: a failure is not reported, and the next attempt waits as long.
    refetchInterval: RELOAD_INTERVAL_MS,
  }) satisfies UseQueryOptions<CarSummary[]>;

const byId = (area: Area, cars: readonly CarSummary[] | undefined): Cars =>
  new Map(cars?.map((car) => [car.disId, { ...car, area }]));

export function useCars(area: Area): Cars {
  const { areas } = useSession();
  const { data } = useQuery(queryOf(area, areas.includes(area)));
  return useMemo(() => byId(area, data), [area, data]);
}

/** The car in the first area that has the set, among those that the user may see. */
function useCarsOfAnyArea(): Cars {
  const { areas } = useSession();
  return useQueries({
    queries: AREAS.map((area) => queryOf(area, areas.includes(area))),
    combine: joinAreas,
  });
}
const joinAreas = (results: readonly { data: CarSummary[] | undefined }[]): Cars =>
  new Map(AREAS.flatMap((area, at) => [...byId(area, results[at]?.data)]).toReversed());

/** @param area whose content is shown if it has the set; absent: the first area that has it */
export function useCar(disId: string, area?: Area): Car | undefined {
  const anywhere = useCarsOfAnyArea().get(disId);
  return useCars(area ?? 'embargo').get(disId) ?? anywhere;
}
