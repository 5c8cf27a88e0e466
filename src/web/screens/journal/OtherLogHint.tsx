/**
 * When a search in one log finds nothing and the other log has lines with the text, says so and leads there.
 *
 *   HintOfDynamicLog, HintOfGeneralLog
 */
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { LOG_FILTER_LENGTH } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { logTexts as texts } from '../../texts/logs.ts';
import { matchingLines } from './lineFilter.ts';
import { DYNAMIC_LOG } from './queries.ts';

const ScreenLink = createLink(Link);

export function HintOfDynamicLog({ filter }: { filter: string }) {
  const lines = useQuery(DYNAMIC_LOG);
  const found = matchingLines(lines.data ?? [], { filter }).length;
  if (found === 0) return null;
  return (
    <>
      {' '}
      {texts.elsewhere(found, texts.dynamicLog)}{' '}
      <ScreenLink to="/admin/dynamic-image-logs" search={{ filter }}>
        {texts.showThem}
      </ScreenLink>
    </>
  );
}

export function HintOfGeneralLog({ filter }: { filter: string }) {
  const lines = useQuery({
    queryKey: ['log', 'hint', filter],
    queryFn: ({ signal }) => api().log({ query: { page: 0, size: 1, filter }, signal }),
    // The index cannot find shorter texts.
    enabled: [...filter].length >= LOG_FILTER_LENGTH,
  });
  const found = lines.data?.total ?? 0;
  if (found === 0) return null;
  return (
    <>
      {' '}
      {texts.elsewhere(found, texts.generalLog)}{' '}
      <ScreenLink to="/logs" search={{ filter }}>
        {texts.showThem}
      </ScreenLink>
    </>
  );
}
