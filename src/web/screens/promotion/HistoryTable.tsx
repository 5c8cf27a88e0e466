/** The history of a set or static pack as a table: who changed it when and why, with a button that rolls back. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { AREA_NAMES, type HistoryEntry } from '../../../contract/index.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { historyTexts as texts } from '../../texts/history.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { someOf } from '../../ui/numbers.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { RowButton, RowName } from '../../ui/RowButton.tsx';
import { SetText } from '../../ui/SetLink.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { type Content, historyOf } from './content.ts';
import { DiffView } from './DiffView.tsx';
import { EntryChanges } from './EntryChanges.tsx';

const KEY = ['history'];
const COLUMNS = [texts.when, texts.area, texts.what, texts.who, texts.note, ''];

export const historyQuery = (content: Content) =>
  queryOptions({
    queryKey: [...KEY, content],
    queryFn: ({ signal }) => historyOf(content, signal),
    staleTime: 0,
  });

/** The packs that a move changed, such as `meta-….zip (replaced)`; too many are counted. */
function packsText({ packs }: HistoryEntry): string {
  if (packs === null) return texts.packs.unknown;
  const { added, replaced, removed } = packs;
  return someOf([
    ...added.map((pack) => texts.packChange(pack, texts.packs.added)),
    ...replaced.map((pack) => texts.packChange(pack, texts.packs.replaced)),
    ...removed.map((pack) => texts.packChange(pack, texts.packs.removed)),
  ]);
}

export function HistoryTable({
  content,
  onRollBack,
}: {
  content: Content;
  /** opens the question before an area is rolled back to the entry */
  onRollBack: (entry: HistoryEntry) => void;
}) {
  const history = useQuery(historyQuery(content));
  useJobChanges(KEY);
  const [compared, setCompared] = useState<HistoryEntry>();
  /** the entry whose changes are shown below its row */
  const [open, setOpen] = useState<number>();
  return (
    <>
      {compared && (
        <ViewDialog
          title={texts.compareTitle(content.key, AREA_NAMES[compared.area])}
          onClose={() => setCompared(undefined)}
        >
          <Typography gutterBottom>
            {texts.compareText(AREA_NAMES[compared.area], formatDate(compared.movedAt))}
          </Typography>
          <DiffView content={content} change={{ target: compared.area, entry: compared.id }} />
        </ViewDialog>
      )}
      <QueryStatus query={history} loading={texts.loading} action={texts.load} />
      {history.data && (
        <SimpleTable label={texts.history} titles={COLUMNS} minWidth={720}>
          {history.data.map((entry, at) => {
            const isLatest = history.data.findIndex(({ area }) => area === entry.area) === at;
            return (
              <Fragment key={entry.id}>
                <TableRow>
                  <TableCell>{formatDate(entry.movedAt)}</TableCell>
                  <TableCell>
                    <AreaChip area={entry.area} />
                  </TableCell>
                  <TableCell sx={{ minWidth: 212 }}>
                    {texts.reasons[entry.reason] ?? entry.reason}
                    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                      {packsText(entry)}
                    </Typography>
                    {entry.comparable && <EntryChanges content={content} entry={entry} />}
                  </TableCell>
                  <TableCell>{entry.who}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>
                    {entry.note !== null && <SetText text={entry.note} />}
                  </TableCell>
                  <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                    <RowName value={texts.rowName(formatDate(entry.movedAt), AREA_NAMES[entry.area])}>
                      {entry.comparable && (
                        <RowButton
                          aria-expanded={open === entry.id}
                          onClick={() => setOpen(open === entry.id ? undefined : entry.id)}
                        >
                          {open === entry.id ? texts.hideChanges : texts.showChanges}
                        </RowButton>
                      )}
                      {entry.current && isLatest ? (
                        <Box component="span" sx={{ fontWeight: 600 }}>
                          {texts.now}
                        </Box>
                      ) : (
                        entry.snapshot !== null && (
                          <>
                            {entry.restorable && !entry.current && (
                              <RowButton onClick={() => setCompared(entry)}>{texts.compare}</RowButton>
                            )}
                            <RowButton disabled={entry.current || !entry.restorable} onClick={() => onRollBack(entry)}>
                              {entry.current ? texts.sameAsNow : entry.restorable ? texts.rollBack : texts.notStored}
                            </RowButton>
                          </>
                        )
                      )}
                    </RowName>
                  </TableCell>
                </TableRow>
                {open === entry.id && (
                  <TableRow>
                    <TableCell colSpan={COLUMNS.length} sx={{ bgcolor: 'action.hover' }}>
                      <DiffView content={content} change={{ target: entry.area, entry: entry.id, against: 'before' }} />
                    </TableCell>
                  </TableRow>
                )}
              </Fragment>
            );
          })}
        </SimpleTable>
      )}
    </>
  );
}
