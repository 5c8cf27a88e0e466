/** For testers: the sets that changed since their last visit. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { AREA_NAMES } from '../../../contract/index.ts';
import { useSession } from '../../app/session.tsx';
import { CarTile } from '../../areas/CarTile.tsx';
import { homeTexts as texts } from '../../texts/home.ts';
import { formatDate } from '../../ui/dates.ts';
import { Section } from '../../ui/Section.tsx';
import { setsOf } from './homeQueries.ts';

export function ChangedSets() {
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
