/**
 * What the quality reports say about sets that are to be promoted.
 *
 *   useQuality      by set id, of an area; empty while the server makes no reports
 *   QualityLine     the counts of one set in a row, which lead to its report
 *   qualityText     the same as text; '' if there is nothing to say
 *   QualityWarning  the counts of several, above the button that promotes them
 */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AREA_NAMES, type Area, type QualityCounts } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { environment } from '../../app/environment.ts';
import { qualityCountTexts as texts } from '../../texts/promotion.ts';
import { someOf } from '../../ui/numbers.ts';

export type Quality = ReadonlyMap<string, QualityCounts>;
const Link = createLink(MuiLink);
const KEY = ['qualityCounts'];
const NOTHING: Quality = new Map();

/** @param enabled false: about static packs, which have no report */
export function useQuality(area: Area, enabled = true): { quality: Quality; isLoading: boolean } {
  const wanted = enabled && environment().FEATURE_QUALITY_REPORT_ENABLED;
  const { data, isLoading } = useQuery({
    queryKey: [...KEY, area],
    queryFn: ({ signal }) => api().qualityCounts({ query: { area }, signal }),
    enabled: wanted,
    staleTime: 0,
  });
  useJobChanges(wanted ? KEY : undefined);
  const quality = useMemo(() => (data ? new Map(data.map((one) => [one.disId, one])) : NOTHING), [data]);
  return { quality, isLoading };
}

export function qualityText(counts: QualityCounts | undefined): string {
  if (!counts) return '';
  if (counts.state === 'making') return texts.notChecked;
  return texts.counts(counts.errors, counts.warnings);
}

export function QualityLine({ counts, area }: { counts: QualityCounts | undefined; area: Area }) {
  const text = qualityText(counts);
  if (!counts || text === '') return null;
  return (
    <Link
      to="/quality/$disId"
      params={{ disId: counts.disId }}
      search={{ area }}
      title={texts.title(AREA_NAMES[area])}
      // A click on the row itself opens its details.
      onClick={(event) => event.stopPropagation()}
      sx={{
        display: 'block',
        width: 'fit-content',
        fontSize: '0.6875rem',
        lineHeight: '13px',
        whiteSpace: 'nowrap',
        color: counts.errors > 0 ? 'error.main' : 'text.secondary',
      }}
    >
      {text}
    </Link>
  );
}

export function QualityWarning({
  keys,
  quality,
  area,
  onHoldBack,
}: {
  keys: readonly string[];
  quality: Quality;
  /** whose reports they are */
  area: Area;
  /** leaves these out; offered if others remain */
  onHoldBack: (keys: readonly string[]) => void;
}) {
  const counts = keys.flatMap((key) => quality.get(key) ?? []);
  const faulty = counts.filter(({ errors }) => errors > 0).sort((a, b) => b.errors - a.errors);
  const making = counts.filter(({ state }) => state === 'making').length;
  if (faulty.length === 0 && making === 0) return null;
  const [only] = faulty;
  return (
    <Alert
      severity={faulty.length > 0 ? 'warning' : 'info'}
      sx={{ mb: 1.5 }}
      action={
        faulty.length > 0 &&
        faulty.length < keys.length && (
          <Button
            color="inherit"
            sx={{ whiteSpace: 'nowrap' }}
            onClick={() => onHoldBack(faulty.map(({ disId }) => disId))}
          >
            {texts.holdBack(faulty.length)}
          </Button>
        )
      }
    >
      {faulty.length > 0 &&
        texts.faulty(
          AREA_NAMES[area],
          keys.length,
          someOf(faulty.map(({ disId, errors }) => texts.faultySet(disId, errors))),
          faulty.length,
        )}{' '}
      {making > 0 && texts.unchecked(making, keys.length)}{' '}
      {keys.length === 1 && only && (
        <Link to="/quality/$disId" params={{ disId: only.disId }} search={{ area }} target="_blank">
          {texts.open}
        </Link>
      )}
    </Alert>
  );
}
