/** The history of an area's configuration files: who changed which when, what the change was, and the way back. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AREA_NAMES, type Area, type ConfigHistoryEntry } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { configTexts } from '../../texts/globalConfigs.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { RowButton, RowName } from '../../ui/RowButton.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { ConfigDiff } from './ConfigDiff.tsx';
import { RestoreConfigDialog } from './RestoreConfigDialog.tsx';

const { historyDialog: texts } = configTexts;
const NOWRAP = { whiteSpace: 'nowrap' } as const;
const WRAP = { overflowWrap: 'anywhere' } as const;

/** @param fileName of one file; undefined: of all files of the area, also of those that were deleted */
export function ConfigHistoryDialog({
  area,
  fileName,
  onClose,
}: {
  area: Area;
  fileName: string | undefined;
  onClose: () => void;
}) {
  const [viewed, setViewed] = useState<ConfigHistoryEntry>();
  const [restoring, setRestoring] = useState<ConfigHistoryEntry>();
  const history = useQuery({
    queryKey: ['globalConfigHistory', area, fileName],
    queryFn: ({ signal }) => api(area).globalConfigHistory({ query: { fileName }, signal }),
    staleTime: 0,
  });
  const entries = history.data ?? [];
  const isSameFile = (one: ConfigHistoryEntry) => (other: ConfigHistoryEntry) => other.fileName === one.fileName;
  const entryBefore = (entry: ConfigHistoryEntry) => entries.slice(entries.indexOf(entry) + 1).find(isSameFile(entry));
  const current = restoring && entries.filter(isSameFile(restoring)).find((entry) => entry.current);
  if (restoring && current) {
    return (
      <RestoreConfigDialog area={area} entry={restoring} current={current} onClose={() => setRestoring(undefined)} />
    );
  }
  const title = fileName === undefined ? texts.titleOfArea(AREA_NAMES[area]) : texts.title(fileName, AREA_NAMES[area]);
  const ofAllFiles = fileName === undefined;
  return (
    <ViewDialog title={title} dividers onClose={onClose}>
      <QueryStatus query={history} loading={texts.loading} action={texts.load} />
      {history.data?.length === 0 && <Typography>{texts.empty}</Typography>}
      {entries.length > 0 && (
        <SimpleTable
          label={texts.table}
          titles={[
            texts.when,
            ...(ofAllFiles ? [texts.file] : []),
            texts.what,
            texts.who,
            { label: texts.size, align: 'right' },
            '',
          ]}
          minWidth={640}
        >
          {entries.map((entry) => (
            <TableRow key={entry.id}>
              <TableCell sx={NOWRAP}>{formatDate(entry.at)}</TableCell>
              {ofAllFiles && <TableCell sx={WRAP}>{entry.fileName}</TableCell>}
              <TableCell>{texts.actions[entry.action]}</TableCell>
              <TableCell sx={WRAP}>{entry.who}</TableCell>
              <TableCell align="right" sx={NOWRAP}>
                {entry.size === null ? '' : formatBytes(entry.size)}
              </TableCell>
              <TableCell align="right" sx={NOWRAP}>
                <RowName value={formatDate(entry.at)}>
                  <RowButton
                    aria-expanded={viewed === entry}
                    onClick={() => setViewed(viewed === entry ? undefined : entry)}
                  >
                    {texts.changes}
                  </RowButton>
                  {entry.current ? (
                    <Box component="span" sx={{ fontWeight: 600, px: 1 }}>
                      {texts.now}
                    </Box>
                  ) : (
                    <RowButton onClick={() => setRestoring(entry)}>{texts.restore}</RowButton>
                  )}
                </RowName>
              </TableCell>
            </TableRow>
          ))}
        </SimpleTable>
      )}
      {viewed && (
        <Box component="section" aria-label={texts.changes} sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
          <Typography gutterBottom sx={{ fontWeight: 600 }}>
            {texts.entry(viewed.fileName, texts.actions[viewed.action], viewed.who, formatDate(viewed.at))}
          </Typography>
          <ConfigDiff area={area} from={entryBefore(viewed)?.id} to={viewed.id} />
        </Box>
      )}
    </ViewDialog>
  );
}
