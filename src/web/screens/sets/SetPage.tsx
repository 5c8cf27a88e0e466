/** The page of a set (/sets/…): its picture, versions, areas, packs and history, and all that can be done with it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { AREA_NAMES, type Area, type HistoryEntry, type ResolutionAnswer } from '../../../contract/index.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { useCars } from '../../areas/useCars.ts';
import { fittingResolution } from '../../pictures/fittingResolution.ts';
import { carTexts } from '../../texts/cars.ts';
import { setPageTexts as texts } from '../../texts/sets.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import type { TestSearch } from '../catalogue/search.ts';
import { COMPARED, type Defaults, useTestSet } from '../catalogue/useTestSet.ts';
import { HistoryTable, historyQuery } from '../promotion/HistoryTable.tsx';
import { RollBackDialog } from '../promotion/RollBackDialog.tsx';
import { SetActions } from './SetActions.tsx';
import { SetAreas } from './SetAreas.tsx';
import { SetPacks } from './SetPacks.tsx';
import { SetPicture } from './SetPicture.tsx';
import { SetVersions } from './SetVersions.tsx';
import type { SetPageSearch } from './search.ts';
import { useSetOverview } from './useSetOverview.ts';

const route = getRouteApi('/sets/$disId');

/** CSS pixels: the picture is shown no wider */
const WIDEST = 1280;
const pageResolution = (all: readonly ResolutionAnswer[]): ResolutionAnswer | undefined =>
  fittingResolution(all, Math.min(WIDEST, window.innerWidth));
const DEFAULTS: Defaults = {
  ...COMPARED,
  angles: Number.POSITIVE_INFINITY,
  resolution: pageResolution,
  ignoresUnknownVersion: true,
};

/** As wide as there is room, whatever is in it. */
const COLUMN = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h2" variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function History({ disId }: { disId: string }) {
  const [rollingBack, setRollingBack] = useState<HistoryEntry>();
  const content = { kind: 'dis', key: disId } as const;
  return (
    <Section title={texts.history}>
      <HistoryTable content={content} onRollBack={setRollingBack} />
      {rollingBack && (
        <RollBackDialog content={content} entry={rollingBack} onClose={() => setRollingBack(undefined)} />
      )}
    </Section>
  );
}

/** A set that no area has any more may have a history; one that never existed has none, and the page already says so. */
function FormerHistory({ disId }: { disId: string }) {
  const { isSuccess } = useQuery(historyQuery({ kind: 'dis', key: disId }));
  return isSuccess && <History disId={disId} />;
}

/** The picture and the versions of the set in an area whose content the user may see. */
function Car({
  disId,
  area,
  search,
  onChange,
  children,
}: {
  disId: string;
  area: Area;
  search: SetPageSearch;
  onChange: (part: Partial<SetPageSearch>) => void;
  /** @param test what is shown, for the test screens; @param loading whether it is not yet known */
  children: (picture: ReactNode, versions: ReactNode, test: TestSearch, loading: boolean) => ReactNode;
}) {
  const { version, viewport, angle } = search;
  const set = useTestSet({ disId, area, version, viewport }, area, DEFAULTS);
  return children(
    <SetPicture set={set} angle={angle} onChange={onChange} />,
    set.versions.length > 0 && (
      <Section title={texts.versions(set.versions.length)}>
        <SetVersions
          versions={set.versions}
          shown={set.version}
          onShow={(next) => onChange({ version: next, angle: undefined })}
        />
      </Section>
    ),
    { area, disId, version: set.version || undefined, viewport: set.viewport },
    set.loadingVersions,
  );
}

export function SetPage() {
  const { disId } = route.useParams();
  const [search, change] = useRouteSearch(route);
  const { can, areas: visible, defaultArea } = useSession();
  const query = useSetOverview(disId);
  const { overview, isUnknown } = query;
  const delivers = can.admin || can.upload;
  const found = overview?.areas ?? [];
  const shown =
    found.find(({ area }) => area === search.area) ??
    found.find(({ area }) => visible.includes(area) && area === defaultArea) ??
    found.find(({ area }) => visible.includes(area)) ??
    found[0];
  const area = shown?.area;
  const seesPictures = area !== undefined && visible.includes(area);
  const car = useCars(area ?? defaultArea).get(disId);
  const model = car && seesPictures ? carTexts.words(car.model, car.versions) : '';

  const page = (picture: ReactNode, versions: ReactNode, test?: TestSearch, loading = false) =>
    overview && (
      <Box sx={{ p: 2, ...COLUMN }}>
        <SetActions overview={overview} shown={area} test={test} loading={loading} />
        <Box
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 380px' } }}
        >
          <Box sx={{ minWidth: 0 }}>{picture}</Box>
          <Box sx={{ ...COLUMN, alignContent: 'start' }}>
            <Section title={texts.areas}>
              <SetAreas overview={overview} shown={area} onShow={(next) => change({ area: next, angle: undefined })} />
            </Section>
            {versions}
          </Box>
        </Box>
        {shown && (
          <Section title={texts.packs(AREA_NAMES[shown.area])}>
            <SetPacks of={shown} />
          </Section>
        )}
        {delivers && <History disId={disId} />}
      </Box>
    );

  return (
    <>
      <ScreenBar title={model === '' ? disId : `${disId} · ${model}`} {...(area && { area })}>
        {area && found.length > 1 && (
          <AreaSelect
            label={texts.area}
            value={area}
            areas={found.map((one) => one.area)}
            onChange={(next) => change({ area: next, angle: undefined })}
          />
        )}
      </ScreenBar>
      <QueryStatus query={query} loading={texts.loading} action={texts.load} sx={{ m: 2 }} />
      {isUnknown && (
        <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
          <Alert severity="info" role="status">
            {texts.unknown(disId)}. {texts.unknownNote}
          </Alert>
          {delivers && <FormerHistory disId={disId} />}
        </Box>
      )}
      {area !== undefined &&
        (seesPictures ? (
          <Car disId={disId} area={area} search={search} onChange={change}>
            {page}
          </Car>
        ) : (
          page(<Typography color="textSecondary">{texts.noPictures}</Typography>, null)
        ))}
    </>
  );
}
