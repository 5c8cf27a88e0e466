/** For administrators: failed jobs, refused packs, and a disk that is nearly full. */
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { CarText } from '../../areas/cars.tsx';
import { homeTexts as texts } from '../../texts/home.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { Section } from '../../ui/Section.tsx';
import { TROUBLE } from './homeQueries.ts';
import { Item, Newest } from './Newest.tsx';

const Link = createLink(MuiLink);
/** Free space below this many times the reserve is shown. */
const LOW_SPACE = 2;

export function Trouble() {
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
        <Newest
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
        </Newest>
      )}
      {refusedPacks.count > 0 && (
        <Newest
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
        </Newest>
      )}
    </Section>
  );
}
