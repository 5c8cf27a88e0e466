/**
 * What the shared test form knows of the chosen set (section 4.1): its views, versions and resolutions, and the choices
 * that follow where the address names none.
 *
 *   useTestSet, TestSet, SET_ID_LENGTH, VERSION_LENGTH
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Area, Resolution, SetVersion } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { FRESH_MS } from '../../api/queryClient.ts';
import { type HiddenIn, useHiddenSets } from '../../areas/hiddenSets.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { TestSearch } from './search.ts';

/** of a set id (section 9) */
export const SET_ID_LENGTH = 16;
/** On submit the version field is cut to its first 16 characters (section 5). */
export const VERSION_LENGTH = 16;
/** At most this many preview tiles. */
const TILES = 6;

export interface TestSet {
  area: Area;
  sets: readonly string[] | undefined;
  /** those that only administrators see */
  hiddenSets: ReadonlyMap<string, HiddenIn>;
  disId: string;
  /** the area has no such set, as a link from another area may name it */
  unknown: boolean;
  versions: readonly SetVersion[];
  version: string;
  viewport: 'exterior' | 'interior';
  valid: { exterior: boolean; interior: boolean };
  /** views have been loaded and none is valid */
  nothingValid: boolean;
  model: 'LHD' | 'RHD';
  resolutions: readonly Resolution[];
  resolution: Resolution | undefined;
  /** shown ones */
  angles: readonly string[];
  /** how many angles can be shown at a time */
  mostAngles: number;
  loadingVersions: boolean;
  /** views or resolutions are on their way */
  loading: boolean;
  ready: boolean;
}

/** How soon a set that somebody delivers is in the list; testers may not follow jobs. */
const SETS_INTERVAL_MS = 10_000;
const NO_SETS: readonly SetVersion[] = [];
const NO_RESOLUTIONS: readonly Resolution[] = [];

/** What a screen shows while the address names nothing. */
interface Defaults {
  /** at most so many angles */
  readonly angles: number;
  readonly resolution: (all: readonly Resolution[]) => Resolution | undefined;
}
const TILES_OF_FIRST: Defaults = { angles: TILES, resolution: ([first]) => first };

export function useTestSet(search: TestSearch, area: Area, defaults = TILES_OF_FIRST): TestSet {
  const calls = api(area);
  const disId = search.disId ?? '';
  const chosen = disId !== '';
  const sets = useQuery({
    queryKey: ['sets', area],
    queryFn: ({ signal }) => calls.sets({ signal }),
    // A failure is told once; when a lost server is back everything is asked for again.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : SETS_INTERVAL_MS),
    // A set that a kept list lacks may have been delivered since.
    staleTime: ({ state }) => (chosen && state.data?.includes(disId) === false ? 0 : FRESH_MS),
  });
  useFailureNotice(sets.error, 'load dis idss');
  const hiddenSets = useHiddenSets(area);
  const known = sets.data?.includes(disId) ?? false;
  // Not said of a list from before this screen while a new one is under way.
  const unknown = chosen && sets.isSuccess && !known && (sets.isFetchedAfterMount || !sets.isFetching);
  // Of a set that the area lacks nothing is asked: one sentence says more than a failure of each call.
  const asked = chosen && (known || sets.isError);

  const views = useQuery({
    queryKey: ['views', area, disId],
    enabled: asked,
    queryFn: ({ signal }) => calls.validateViews({ params: { id: disId }, signal }),
  });
  useFailureNotice(views.error, 'load available views');
  // When the call fails both views count as valid.
  const exterior = views.data?.isExteriorValid ?? views.isError;
  const interior = views.data?.isInteriorValid ?? views.isError;
  const nothingValid = views.isSuccess && !exterior && !interior;
  const wanted = search.viewport;
  const viewport =
    wanted === 'interior' && interior
      ? 'interior'
      : wanted === 'exterior' && exterior
        ? 'exterior'
        : exterior || !interior
          ? 'exterior'
          : 'interior';

  const versions = useQuery({
    queryKey: ['versions', area, disId],
    enabled: asked,
    queryFn: ({ signal }) => calls.versions({ query: { disId }, signal }),
    select: (rows) => [...rows].sort((a, b) => (a.versionId < b.versionId ? -1 : 1)),
  });
  useFailureNotice(versions.error, 'load versions');

  const resolutions = useQuery({
    queryKey: ['resolutions', area, disId, viewport],
    enabled: asked && (views.isSuccess || views.isError) && !nothingValid,
    queryFn: ({ signal }) => calls.resolutions({ params: { id: disId }, query: { viewPort: viewport }, signal }),
  });
  useFailureNotice(resolutions.error, 'load resolutions');

  const list = resolutions.data ?? NO_RESOLUTIONS;
  const resolution = list.find((row) => row.resolutionName === search.resolution) ?? defaults.resolution(list);
  const angles = useMemo(() => {
    const all = resolution?.angleNameList ?? [];
    const named = search.angles?.filter((angle) => all.includes(angle));
    return (named ?? all).slice(0, defaults.angles);
  }, [resolution, search.angles, defaults]);

  return {
    area,
    sets: sets.data,
    hiddenSets,
    disId,
    unknown,
    versions: versions.data ?? NO_SETS,
    version: (search.version ?? '').slice(0, VERSION_LENGTH),
    viewport,
    valid: { exterior, interior },
    nothingValid,
    model: search.model ?? 'LHD',
    resolutions: list,
    resolution,
    angles,
    mostAngles: defaults.angles,
    loadingVersions: versions.isLoading || sets.isLoading,
    loading: sets.isLoading || views.isLoading || resolutions.isLoading,
    ready: asked && resolution !== undefined && (exterior || interior),
  };
}
