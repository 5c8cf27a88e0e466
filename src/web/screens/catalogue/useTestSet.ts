/**
 * What the shared test form knows about the chosen set (section 4.1): its views, versions and resolutions, and the defaults
 * for what the address does not name.
 *
 *   useTestSet, TestSet
 *   labelOf                the label of the chosen version; '' for none
 *   Defaults, COMPARED     what a screen shows while the address names nothing
 *   SET_ID_LENGTH, VERSION_LENGTH
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Area, ResolutionAnswer, SetVersion } from '../../../contract/index.ts';
import type { Viewport } from '../../../engine/meta.ts';
import { api } from '../../api/api.ts';
import { FRESH_MS } from '../../api/queryClient.ts';
import { type HiddenSetInArea, useHiddenSets } from '../../areas/hiddenSets.tsx';
import { useCars } from '../../areas/useCars.ts';
import { type Failure, failureOf } from '../../ui/failure.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { TestSearch } from './search.ts';

/** characters of a set id (section 9) */
export const SET_ID_LENGTH = 16;
/** On submit the version field is cut to its first 16 characters (section 5). */
export const VERSION_LENGTH = 16;
/** At most this many preview tiles. */
const TILES = 6;

export interface TestSet {
  area: Area;
  sets: readonly string[] | undefined;
  /** sets that only administrators see */
  hiddenSets: ReadonlyMap<string, HiddenSetInArea>;
  /** thumbnails and model words of the area's sets */
  cars: ReturnType<typeof useCars>;
  disId: string;
  /** the area has no such set: a link from another area may name one */
  unknown: boolean;
  versions: readonly SetVersion[];
  version: string;
  /** the set has no such version: a link from another area may name one */
  versionUnknown: boolean;
  viewport: Viewport;
  valid: { exterior: boolean; interior: boolean };
  /** views have been loaded and none is valid */
  nothingValid: boolean;
  model: 'LHD' | 'RHD';
  resolutions: readonly ResolutionAnswer[];
  resolution: ResolutionAnswer | undefined;
  /** the angles that are shown */
  angles: readonly string[];
  /** how many angles can be shown at a time */
  mostAngles: number;
  loadingVersions: boolean;
  /** sets, views or resolutions are being loaded */
  loading: boolean;
  /** why sets, versions or resolutions are missing */
  failure: Failure | undefined;
  ready: boolean;
}

export const labelOf = ({ versions, version }: Pick<TestSet, 'versions' | 'version'>): string =>
  versions.find(({ versionId }) => versionId === version)?.versionLabel ?? '';

/** How soon a newly delivered set appears in the list. Testers may not follow jobs, so the list is polled. */
const SETS_INTERVAL_MS = 10_000;
/** The same function at every render: a set can have 200,000 versions, which another one would sort and compare each time. */
const byId = (rows: readonly SetVersion[]): SetVersion[] =>
  rows.toSorted((a, b) => (a.versionId < b.versionId ? -1 : 1));
const NO_VERSIONS: readonly SetVersion[] = [];
const NO_RESOLUTIONS: readonly ResolutionAnswer[] = [];

/** What a screen shows while the address names nothing. */
export interface Defaults {
  /** the most angles that are shown at a time */
  readonly angles: number;
  readonly resolution: (all: readonly ResolutionAnswer[]) => ResolutionAnswer | undefined;
  /** absent: none */
  readonly version?: (all: readonly SetVersion[]) => SetVersion | undefined;
  /** a version that the set lacks counts as none */
  readonly ignoresUnknownVersion?: true;
}
const TESTED: Defaults = { angles: TILES, resolution: ([first]) => first };
/** A link from a set's promotion names no version; the first one shows more than none. */
export const COMPARED: Defaults = { ...TESTED, version: ([first]) => first };

/** The wanted one where it is valid; else exterior, if that is valid or neither is. */
function validViewport(wanted: Viewport | undefined, valid: Readonly<Record<Viewport, boolean>>): Viewport {
  if (wanted && valid[wanted]) return wanted;
  return valid.exterior || !valid.interior ? 'exterior' : 'interior';
}

export function useTestSet(search: TestSearch, area: Area, defaults = TESTED): TestSet {
  const calls = api(area);
  const disId = search.disId ?? '';
  const chosen = disId !== '';
  const sets = useQuery({
    queryKey: ['sets', area],
    queryFn: ({ signal }) => calls.sets({ signal }),
    // A failure is reported once; when a lost server is back, everything is loaded again.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : SETS_INTERVAL_MS),
    // A set that is missing in a cached list may have been delivered since.
    staleTime: ({ state }) => (chosen && state.data?.includes(disId) === false ? 0 : FRESH_MS),
  });
  useFailureNotice(sets.error, 'load dis idss');
  const hiddenSets = useHiddenSets(area);
  const cars = useCars(area);
  const known = sets.data?.includes(disId) ?? false;
  // While a list that is older than this screen is being loaded again, the set may still be in it.
  const unknown = chosen && sets.isSuccess && !known && (sets.isFetchedAfterMount || !sets.isFetching);
  // Not known and not unknown: nothing is missing yet, so a folded form stays folded.
  const awaitsList = chosen && sets.isSuccess && !known && !unknown;
  // Request nothing about a set that the area lacks: one sentence says more than a failure of each call.
  const isLoadable = chosen && (known || sets.isError);

  const views = useQuery({
    queryKey: ['views', area, disId],
    enabled: isLoadable,
    queryFn: ({ signal }) => calls.validateViews({ params: { id: disId }, signal }),
  });
  useFailureNotice(views.error, 'load available views');
  // When the call fails both views count as valid.
  const exterior = views.data?.isExteriorValid ?? views.isError;
  const interior = views.data?.isInteriorValid ?? views.isError;
  const nothingValid = views.isSuccess && !exterior && !interior;
  const viewport = validViewport(search.viewport, { exterior, interior });

  const versions = useQuery({
    queryKey: ['versions', area, disId],
    enabled: isLoadable,
    queryFn: ({ signal }) => calls.versions({ query: { disId }, signal }),
    select: byId,
  });
  useFailureNotice(versions.error, 'load versions');
  const allVersions = versions.data ?? NO_VERSIONS;
  const named = search.version?.slice(0, VERSION_LENGTH) ?? '';
  const isListed = useMemo(() => allVersions.some(({ versionId }) => versionId === named), [allVersions, named]);
  const versionUnknown = named !== '' && versions.isSuccess && !isListed;
  const ignored = versionUnknown && defaults.ignoresUnknownVersion === true;
  const version = (ignored ? '' : named) || defaults.version?.(allVersions)?.versionId;

  const resolutions = useQuery({
    queryKey: ['resolutions', area, disId, viewport],
    enabled: isLoadable && (views.isSuccess || views.isError) && !nothingValid,
    queryFn: ({ signal }) => calls.resolutions({ params: { id: disId }, query: { viewPort: viewport }, signal }),
  });
  useFailureNotice(resolutions.error, 'load resolutions');

  const list = resolutions.data ?? NO_RESOLUTIONS;
  const resolution = list.find((row) => row.resolutionName === search.resolution) ?? defaults.resolution(list);
  const angles = useMemo(() => {
    const all = resolution?.angleNameList ?? [];
    const known = search.angles?.filter((angle) => all.includes(angle));
    // Of a link whose angles are all unknown here, those of the resolution are shown.
    const isDamaged = known?.length === 0 && search.angles?.length !== 0;
    return (isDamaged ? all : (known ?? all)).slice(0, defaults.angles);
  }, [resolution, search.angles, defaults]);

  const failed = [sets, views, versions, resolutions].filter(({ isError }) => isError);
  const [firstFailed] = failed;
  const reported = firstFailed && failureOf(firstFailed);
  const failure = reported && {
    ...reported,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
  const found: TestSet = {
    area,
    sets: sets.data,
    hiddenSets,
    cars,
    disId,
    unknown,
    versions: allVersions,
    version: version ?? '',
    versionUnknown: versionUnknown && !ignored,
    viewport,
    valid: useMemo(() => ({ exterior, interior }), [exterior, interior]),
    nothingValid,
    model: search.model ?? 'LHD',
    resolutions: list,
    resolution,
    angles,
    mostAngles: defaults.angles,
    loadingVersions: versions.isLoading || sets.isLoading,
    loading: sets.isLoading || awaitsList || views.isLoading || resolutions.isLoading,
    failure,
    // Nothing is painted of a version that may be unknown: one sentence says more than a failure of each picture.
    ready:
      isLoadable &&
      resolution !== undefined &&
      (exterior || interior) &&
      (named === '' || ignored || isListed || versions.isError),
  };
  // The same object while nothing of it changed, so that a click draws no form and no picture again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its values are all that it is made of
  return useMemo(() => found, Object.values(found));
}
