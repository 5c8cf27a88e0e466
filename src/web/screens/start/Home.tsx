/** What waits for the person who is signed in, by role. A block without anything in it is not shown. */
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { CarTile } from '../../areas/CarTile.tsx';
import { CarCell, CarText } from '../../areas/cars.tsx';
import { homeTexts as texts } from '../../texts/home.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { formatDate } from '../../ui/dates.ts';
import { SetLink } from '../../ui/SetLink.tsx';
import { FirstSteps } from './FirstSteps.tsx';

const Link = createLink(MuiLink);
/** Below so many times the reserve the free space is worth a word. */
const LOW_SPACE = 2;

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', minWidth: 0 }}
    >
      <Typography id={id} component="h2" variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** A link in a list of links is high enough to be hit (WCAG 2.5.8). */
const HIT = { '& a': { display: 'inline-block', minHeight: 24 } } as const;

/** Some of many: a heading that leads to all of them, and the newest. */
function Some({ heading, children }: { heading: ReactNode; children: readonly ReactNode[] }) {
  return (
    <Box sx={{ ...HIT, '& + &': { mt: 1.5 } }}>
      <Typography sx={{ fontWeight: 600 }}>{heading}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
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

function Trouble() {
  const { data } = useQuery({ queryKey: ['home', 'trouble'], queryFn: ({ signal }) => api().homeTrouble({ signal }) });
  if (!data) return null;
  const { failedJobs, refusedPacks, disk } = data;
  const isLow = disk !== null && disk.free < disk.reserve * LOW_SPACE;
  if (failedJobs.count + refusedPacks.count === 0 && !isLow) return null;
  return (
    <Block title={texts.trouble.title}>
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
    </Block>
  );
}

function OwnPacks() {
  const { data } = useQuery({ queryKey: ['home', 'packs'], queryFn: ({ signal }) => api().homePacks({ signal }) });
  if (!data || data.refused.count + data.reading.count + data.live.count === 0) return null;
  const { refused, reading, live } = data;
  return (
    <Block title={texts.packs.title}>
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
    </Block>
  );
}

function Promotion() {
  const { data } = useQuery({
    queryKey: ['home', 'promotion'],
    queryFn: ({ signal }) => api().homePromotion({ signal }),
  });
  if (!data || data.preprod.count + data.prod.count === 0) return null;
  const targets = [
    ['preprod', 'embargo-preprod'],
    ['prod', 'preprod-prod'],
  ] as const;
  return (
    <Block title={texts.promotion.title}>
      {targets
        .filter(([area]) => data[area].count > 0)
        .map(([area, direction]) => (
          <Some
            key={area}
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
    </Block>
  );
}

function ChangedSets() {
  const { defaultArea: area } = useSession();
  const { data } = useQuery({
    queryKey: ['home', 'sets', area],
    queryFn: ({ signal }) => api(area).homeSets({ signal }),
  });
  if (!data || data.sets.count === 0) return null;
  const { since, sets } = data;
  return (
    <Block title={texts.sets.title(AREA_NAMES[area])}>
      {since !== null && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {texts.sets.since(formatDate(since), sets.count, sets.more)}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {sets.newest.map((set) => (
          <CarTile key={set.disId} car={{ ...set, area }} />
        ))}
      </Box>
    </Block>
  );
}

export function Home() {
  const { can } = useSession();
  const delivers = can.admin || can.upload;
  return (
    <>
      {delivers && <FirstSteps />}
      {can.admin && <Trouble />}
      {can.upload && <OwnPacks />}
      {delivers && <Promotion />}
      {can.test && <ChangedSets />}
    </>
  );
}
