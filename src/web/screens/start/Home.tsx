/** What waits for the signed-in user, by role. An empty block is not shown. */
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueries, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AREA_NAMES, type Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { CarTile } from '../../areas/CarTile.tsx';
import { CarCell, CarText } from '../../areas/cars.tsx';
import { homeTexts as texts } from '../../texts/home.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { Section } from '../../ui/Section.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import { FIRST_STEPS, FirstSteps } from './FirstSteps.tsx';

const Link = createLink(MuiLink);
/** Free space below this many times the reserve is shown. */
const LOW_SPACE = 2;
/** pixels: of a block with a few lines */
const BLOCK_HEIGHT = 160;

/** A link in a list of links is tall enough to be hit (WCAG 2.5.8). */
const HIT = { '& a': { display: 'inline-block', minHeight: 24 } } as const;
const LINES = { pl: 2.5, overflowWrap: 'anywhere', ...HIT } as const;
/** As high as rows of tables, so links need no height of their own. */
const CARS = { p: 0, mt: 0.5, display: 'grid', gap: 0.75, '& > li': { listStyle: 'none' } } as const;

/** Some of many: a heading that leads to all of them, and the newest. @param cars whether these are cars, which need no bullets */
function Some({
  heading,
  cars = false,
  children,
}: {
  heading: ReactNode;
  cars?: boolean;
  children: readonly ReactNode[];
}) {
  return (
    <Box sx={{ '& + &': { mt: 1.5 } }}>
      <Typography sx={{ fontWeight: 600, ...HIT }}>{heading}</Typography>
      <Box component="ul" sx={{ m: 0, ...(cars ? CARS : LINES) }}>
        {children}
      </Box>
    </Box>
  );
}
const Item = ({ children }: { children: ReactNode }) => (
  <Typography component="li" variant="body2">
    {children}
  </Typography>
);

const TROUBLE = {
  queryKey: ['home', 'trouble'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().homeTrouble({ signal }),
};
const PACKS = {
  queryKey: ['home', 'packs'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().homePacks({ signal }),
};
const PROMOTION = {
  queryKey: ['home', 'promotion'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().homePromotion({ signal }),
};
const setsOf = (area: Area) => ({
  queryKey: ['home', 'sets', area],
  queryFn: ({ signal }: { signal: AbortSignal }) => api(area).homeSets({ signal }),
});

function Trouble() {
  const { data } = useQuery(TROUBLE);
  if (!data) return null;
  const { failedJobs, refusedPacks, disk } = data;
  const isLow = disk !== null && disk.free < disk.reserve * LOW_SPACE;
  if (failedJobs.count + refusedPacks.count === 0 && !isLow) return null;
  return (
    <Section title={texts.trouble.title}>
      {isLow && (
        <Typography color="error" sx={{ mb: 1 }}>
          {texts.trouble.disk(formatBytes(disk.free), formatBytes(disk.reserve))}
        </Typography>
      )}
      {failedJobs.count > 0 && (
        <Some
          heading={
            <Link to="/admin/batch-summary" search={{ status: 'FAILED' }}>
              {texts.trouble.failedJobs(failedJobs.count, failedJobs.more)}
            </Link>
          }
        >
          {failedJobs.newest.map((job) => (
            <Item key={job.id}>
              <CarText text={job.function} />{' '}
              <Link
                to="/admin/batch-summary"
                search={{ status: 'FAILED', open: job.id }}
                aria-label={texts.trouble.showWhyOf(job.function)}
              >
                {texts.trouble.showWhy}
              </Link>
            </Item>
          ))}
        </Some>
      )}
      {refusedPacks.count > 0 && (
        <Some
          heading={
            <Link to="/upload" search={{ text: 'refused' }}>
              {texts.trouble.refusedPacks(refusedPacks.count, refusedPacks.more)}
            </Link>
          }
        >
          {refusedPacks.newest.map(({ fileName, uploadedBy }) => (
            <Item key={fileName}>
              <Link to="/upload" search={{ problems: fileName }}>
                {fileName}
              </Link>
              {texts.trouble.by(uploadedBy)}
            </Item>
          ))}
        </Some>
      )}
    </Section>
  );
}

function OwnPacks() {
  const { data } = useQuery(PACKS);
  if (!data || data.refused.count + data.reading.count + data.live.count === 0) return null;
  const { refused, reading, live } = data;
  return (
    <Section title={texts.packs.title}>
      {refused.count > 0 && (
        <Some heading={texts.packs.refused(refused.count, refused.more)}>
          {refused.newest.map(({ fileName, problemCount }) => (
            <Item key={fileName}>
              {fileName}{' '}
              <Link to="/upload" search={{ problems: fileName }} color="error">
                {texts.packs.problems(problemCount)}
              </Link>
            </Item>
          ))}
        </Some>
      )}
      {reading.count > 0 && (
        <Some heading={texts.packs.reading(reading.count, reading.more)}>
          {reading.newest.map(({ fileName }) => (
            <Item key={fileName}>{fileName}</Item>
          ))}
        </Some>
      )}
      {live.count > 0 && (
        <Some heading={texts.packs.live}>
          {live.newest.map(({ fileName, uploadedAt }) => (
            <Item key={fileName}>
              {fileName}, {formatDate(uploadedAt)}
            </Item>
          ))}
        </Some>
      )}
    </Section>
  );
}

function Promotion() {
  const { data } = useQuery(PROMOTION);
  if (!data || data.preprod.count + data.prod.count === 0) return null;
  const targets = [
    ['preprod', 'embargo-preprod'],
    ['prod', 'preprod-prod'],
  ] as const;
  return (
    <Section title={texts.promotion.title}>
      {targets
        .filter(([area]) => data[area].count > 0)
        .map(([area, direction]) => (
          <Some
            key={area}
            cars
            heading={
              <Link to="/promote/dynamic" search={{ direction }}>
                {texts.promotion.count(AREA_NAMES[area], data[area].count)}
              </Link>
            }
          >
            {data[area].newest.map((disId) => (
              <Item key={disId}>
                <CarCell disId={disId}>
                  <SetLink disId={disId} />
                </CarCell>
              </Item>
            ))}
          </Some>
        ))}
    </Section>
  );
}

function ChangedSets() {
  const { defaultArea: area, can } = useSession();
  const { data } = useQuery(setsOf(area));
  if (!data) return null;
  const { since, sets } = data;
  if (sets.count === 0) {
    // Whoever delivers has other blocks. A tester's page would be empty, as if it had failed.
    if (can.admin || can.upload) return null;
    return (
      <Section title={texts.sets.title(AREA_NAMES[area])}>
        <Typography color="textSecondary">
          {since === null ? texts.sets.none(AREA_NAMES[area]) : texts.sets.unchanged(formatDate(since))}
        </Typography>
      </Section>
    );
  }
  return (
    <Section title={texts.sets.title(AREA_NAMES[area])}>
      {since !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {texts.sets.since(formatDate(since), sets.count, sets.more)}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {sets.newest.map((set) => (
          <CarTile key={set.disId} car={{ ...set, area }} />
        ))}
      </Box>
    </Section>
  );
}

/** Of all blocks together: a placeholder until they are loaded; one message, and one button, when some could not be. */
function BlocksStatus() {
  const { can, defaultArea } = useSession();
  const delivers = can.admin || can.upload;
  const status = useQueries({
    queries: [
      { ...FIRST_STEPS, enabled: delivers },
      { ...TROUBLE, enabled: can.admin },
      { ...PACKS, enabled: can.upload },
      { ...PROMOTION, enabled: delivers },
      { ...setsOf(defaultArea), enabled: can.test },
    ],
    combine: (results) => ({
      isPending: false,
      isLoading: results.some(({ isLoading }) => isLoading),
      isFetching: results.some(({ isFetching }) => isFetching),
      error: results.find(({ error }) => error)?.error,
      refetch: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
  if (status.isLoading)
    return <Skeleton variant="rounded" height={BLOCK_HEIGHT} sx={{ bgcolor: 'background.paper' }} />;
  return <QueryStatus query={status} loading={texts.loading} action={texts.load} />;
}

export function Home() {
  const { can } = useSession();
  const delivers = can.admin || can.upload;
  return (
    <>
      <BlocksStatus />
      {delivers && <FirstSteps />}
      {can.admin && <Trouble />}
      {can.upload && <OwnPacks />}
      {delivers && <Promotion />}
      {can.test && <ChangedSets />}
    </>
  );
}
