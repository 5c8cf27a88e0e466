/** For administrators and uploaders: the sets that an area does not show as the area before it does. */
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { AREA_NAMES } from '../../../contract/index.ts';
import { CarCell } from '../../areas/cars.tsx';
import { homeTexts as texts } from '../../texts/home.ts';
import { Section } from '../../ui/Section.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import { PROMOTION } from './homeQueries.ts';
import { Item, Newest } from './Newest.tsx';

const Link = createLink(MuiLink);

export function ToPromote() {
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
          <Newest
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
          </Newest>
        ))}
    </Section>
  );
}
