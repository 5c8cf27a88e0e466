/** For uploaders: what became of the packs that they sent. */
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { homeTexts as texts } from '../../texts/home.ts';
import { formatDate } from '../../ui/dates.ts';
import { Section } from '../../ui/Section.tsx';
import { PACKS } from './homeQueries.ts';
import { Item, Newest } from './Newest.tsx';

const Link = createLink(MuiLink);

export function OwnPacks() {
  const { data } = useQuery(PACKS);
  if (!data || data.refused.count + data.reading.count + data.live.count === 0) return null;
  const { refused, reading, live } = data;
  return (
    <Section title={texts.packs.title}>
      {refused.count > 0 && (
        <Newest heading={texts.packs.refused(refused.count, refused.more)}>
          {refused.newest.map(({ fileName, problemCount }) => (
            <Item key={fileName}>
              {fileName}{' '}
              <Link to="/upload" search={{ problems: fileName }} color="error">
                {texts.packs.problems(problemCount)}
              </Link>
            </Item>
          ))}
        </Newest>
      )}
      {reading.count > 0 && (
        <Newest heading={texts.packs.reading(reading.count, reading.more)}>
          {reading.newest.map(({ fileName }) => (
            <Item key={fileName}>{fileName}</Item>
          ))}
        </Newest>
      )}
      {live.count > 0 && (
        <Newest heading={texts.packs.live}>
          {live.newest.map(({ fileName, uploadedAt }) => (
            <Item key={fileName}>
              {fileName}, {formatDate(uploadedAt)}
            </Item>
          ))}
        </Newest>
      )}
    </Section>
  );
}
