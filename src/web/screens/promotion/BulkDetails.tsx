/**
 * One promotion of many, in a dialog: how far it is, and the outcome of each set.
 *
 *   DetailsDialog
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AREA_NAMES, type BulkPromotionDetails, type BulkPromotionItem } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { startJob } from '../../api/startJob.ts';
import { useSession } from '../../app/session.tsx';
import { CarCell } from '../../areas/cars.tsx';
import { batchTexts } from '../../texts/batchSummary.ts';
import { bulkTexts as texts } from '../../texts/bulkPromotion.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { BULK_KEY, endedOf, isUnderWay, RECENT, useBulkDetails } from './bulk.ts';
import { countsText, titleOf } from './bulkTexts.ts';

const FIRST_ROWS = 100;
const WRAP = { overflowWrap: 'anywhere' } as const;

export function DetailsDialog({
  jobId,
  onShow,
  onClose,
}: {
  jobId: string;
  onShow: (promotion: string) => void;
  onClose: () => void;
}) {
  const details = useBulkDetails(jobId);
  const { username, can } = useSession();
  const notify = useNotify();
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api().stopBulkPromotion({ params: { jobId } }),
    onSuccess: () => notify('success', texts.stoppedNow),
    onError: (error) => notify('error', failureText(texts.stopAction, error)),
    onSettled: () => client.invalidateQueries({ queryKey: BULK_KEY }),
  });
  const retry = useMutation({
    mutationFn: () => startJob('retryJob', { params: { jobId } }),
    onSuccess: ({ message }) => notify('success', message),
    onError: (error) => notify('error', failureText(batchTexts.retrying, error)),
    onSettled: () => client.invalidateQueries({ queryKey: BULK_KEY }),
  });
  const { data } = details;
  const mayStop = data && isUnderWay(data) && (data.who === username || can.admin);
  return (
    <ViewDialog
      title={data ? titleOf(data) : texts.recentTitle}
      dividers
      onClose={onClose}
      actions={
        <>
          {mayStop && (
            <Button color="error" loading={stop.isPending} onClick={() => stop.mutate()}>
              {texts.stop}
            </Button>
          )}
          {data?.state === 'FAILED' && can.admin && (
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              {texts.retry}
            </Button>
          )}
          <Button onClick={() => onShow(RECENT)}>{texts.all}</Button>
        </>
      }
    >
      <QueryStatus query={details} loading={texts.loading} action={texts.load} />
      {data && <Details one={data} />}
    </ViewDialog>
  );
}

function Details({ one }: { one: BulkPromotionDetails }) {
  const { total, source, target, createdAt, who, note, failure, state } = one;
  const { can } = useSession();
  const underWay = isUnderWay(one);
  return (
    <>
      <Typography color="textSecondary">
        {texts.requested(AREA_NAMES[source], AREA_NAMES[target], formatDate(createdAt), who)}
      </Typography>
      {note !== null && <Typography sx={WRAP}>{texts.note(note)}</Typography>}
      <Typography role="status" sx={{ fontWeight: 600, mt: 1 }}>
        {countsText(one)}
      </Typography>
      {/* The bar keeps its place when it is gone. */}
      <Box sx={{ height: 4, my: 1 }}>
        {underWay && (
          <LinearProgress
            variant="determinate"
            value={total === 0 ? 0 : (endedOf(one) / total) * 100}
            aria-label={countsText(one)}
          />
        )}
      </Box>
      {underWay && failure !== null && <Alert severity="warning">{texts.waits(failure)}</Alert>}
      {state === 'FAILED' && !can.admin && (
        <Alert severity="info" role="note">
          {texts.retryHint}
        </Alert>
      )}
      <Items one={one} />
    </>
  );
}

function Items({ one: { kind, items, ...one } }: { one: BulkPromotionDetails }) {
  const [shown, setShown] = useState(FIRST_ROWS);
  const stateText = ({ state }: BulkPromotionItem) =>
    state === 'waiting' && !isUnderWay(one) ? texts.notTried : texts.states[state];
  return (
    <>
      <SimpleTable
        label={texts.result}
        titles={[kind === 'dis' ? texts.set : texts.pack, texts.result, texts.reason]}
        minWidth={560}
      >
        {items.slice(0, shown).map((item) => (
          <TableRow key={item.key}>
            <TableCell sx={kind === 'dis' ? { whiteSpace: 'nowrap' } : WRAP}>
              {kind === 'dis' ? (
                <CarCell disId={item.key}>
                  <SetLink disId={item.key} />
                </CarCell>
              ) : (
                item.key
              )}
            </TableCell>
            <TableCell sx={{ color: item.state === 'refused' ? 'error.main' : undefined }}>{stateText(item)}</TableCell>
            <TableCell sx={WRAP}>{item.reason}</TableCell>
          </TableRow>
        ))}
      </SimpleTable>
      {items.length > shown && (
        <Button onClick={() => setShown((before) => before + FIRST_ROWS)}>{texts.more(items.length - shown)}</Button>
      )}
    </>
  );
}
