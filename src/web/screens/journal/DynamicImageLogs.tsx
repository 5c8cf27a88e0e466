/** Dynamic image logs (/admin/dynamic-image-logs): the newest lines about image sets and the LCDV mapping, no paging. */

import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DYNAMIC_LOG_LINES } from '../../../contract/index.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { logTexts as texts } from '../../texts/logs.ts';
import { DayField } from '../../ui/DayField.tsx';
import { FilterField } from '../../ui/FilterField.tsx';
import { failureOf } from '../../ui/failure.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { DownloadLog } from './DownloadLog.tsx';
import { LevelField } from './LevelField.tsx';
import { LineTable } from './LineTable.tsx';
import { matchingLines } from './lineFilter.ts';
import { HintOfGeneralLog } from './OtherLogHint.tsx';
import { DYNAMIC_LOG } from './queries.ts';

const route = getRouteApi('/admin/dynamic-image-logs');
const TITLES = [
  { label: texts.timestamp, width: '13%' },
  { label: texts.status, width: '5%' },
  { label: texts.version, width: '22%' },
  { label: texts.message, width: '60%' },
] as const;

export function DynamicImageLogs() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: typeof search) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const { filter = '', level, day } = search;
  const lines = useQuery(DYNAMIC_LOG);
  const shown = useMemo(
    () => lines.data && matchingLines(lines.data, { filter, level, day }),
    [lines.data, filter, level, day],
  );
  const isFiltered = filter.trim() !== '' || level !== undefined || day !== undefined;
  useFailureNotice(lines.error, 'load log lines');
  return (
    <>
      <ScreenBar title={texts.title}>
        <FilterField
          label={texts.filterShown}
          value={filter}
          onChange={(next) => change({ filter: next || undefined })}
          focusShortcut
          width={240}
        />
        <LevelField level={level} onLevel={(next) => change({ level: next })} />
        <DayField label={texts.day} day={day} onDay={(next) => change({ day: next })} />
        <DownloadLog query={{ log: 'dynamic' }} />
      </ScreenBar>
      {lines.data?.length === DYNAMIC_LOG_LINES && (
        <Typography
          role="note"
          variant="body2"
          color="textSecondary"
          sx={{ px: 2, py: 1, bgcolor: 'background.paper' }}
        >
          {texts.newestOnly(DYNAMIC_LOG_LINES)}
        </Typography>
      )}
      <LineTable
        label={texts.dynamicTable}
        titles={TITLES}
        lines={shown}
        failure={failureOf(lines)}
        {...(isFiltered && {
          empty: (
            <>
              {texts.noneShown}
              {filter.trim() !== '' && <HintOfGeneralLog filter={filter.trim()} />}
            </>
          ),
        })}
      />
    </>
  );
}
