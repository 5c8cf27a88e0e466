/** Dynamic image logs (/admin/dynamic-image-logs): the newest lines about image sets and the LCDV mapping, no paging. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { DYNAMIC_LOG_LINES } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { logTexts as texts } from '../../texts/logs.ts';
import { failureOf } from '../../ui/failure.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { DownloadLog } from './DownloadLog.tsx';
import { LineTable } from './LineTable.tsx';

const TITLES = [
  { label: texts.timestamp, width: '13%' },
  { label: texts.status, width: '5%' },
  { label: texts.version, width: '22%' },
  { label: texts.message, width: '60%' },
] as const;

export function DynamicImageLogs() {
  const lines = useQuery({
    queryKey: ['specificLog'],
    queryFn: ({ signal }) =>
      api().specificLog({ query: { message: 'DynamicImageSet', alternativeMessage: 'Corvet' }, signal }),
  });
  useFailureNotice(lines.error, 'load log lines');
  return (
    <>
      <ScreenBar title={texts.title}>
        <DownloadLog query={{ log: 'dynamic' }} />
      </ScreenBar>
      {lines.data?.length === DYNAMIC_LOG_LINES && (
        <Typography
          role="note"
          variant="body2"
          color="text.secondary"
          sx={{ px: 2, py: 1, bgcolor: 'background.paper' }}
        >
          {texts.newestOnly(DYNAMIC_LOG_LINES)}
        </Typography>
      )}
      <LineTable label={texts.dynamicTable} titles={TITLES} lines={lines.data} failure={failureOf(lines)} />
    </>
  );
}
