/**
 * Promotions of many, in a dialog that is in the address: the recent ones, and the outcome of each set in one of them.
 *
 *   BulkDialog
 */
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { bulkTexts as texts } from '../../texts/bulkPromotion.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { RowButton, RowName } from '../../ui/RowButton.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { DetailsDialog } from './BulkDetails.tsx';
import { RECENT, useRecentBulk } from './bulk.ts';
import { countsText, titleOf } from './bulkTexts.ts';

const WRAP = { overflowWrap: 'anywhere' } as const;

export function BulkDialog({
  promotion,
  onShow,
  onClose,
}: {
  /** the id of the job, or RECENT */
  promotion: string;
  onShow: (promotion: string) => void;
  onClose: () => void;
}) {
  return promotion === RECENT ? (
    <RecentDialog onShow={onShow} onClose={onClose} />
  ) : (
    <DetailsDialog key={promotion} jobId={promotion} onShow={onShow} onClose={onClose} />
  );
}

function RecentDialog({ onShow, onClose }: { onShow: (promotion: string) => void; onClose: () => void }) {
  const recent = useRecentBulk();
  return (
    <ViewDialog title={texts.recentTitle} dividers onClose={onClose}>
      <QueryStatus query={recent} loading={texts.loading} action={texts.load} />
      {recent.data?.length === 0 && <Typography>{texts.none}</Typography>}
      {recent.data !== undefined && recent.data.length > 0 && (
        <SimpleTable
          label={texts.recentTitle}
          titles={[texts.when, texts.what, texts.who, texts.result, '']}
          minWidth={720}
        >
          {recent.data.map((one) => (
            <TableRow key={one.jobId}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(one.createdAt)}</TableCell>
              <TableCell>{titleOf(one)}</TableCell>
              <TableCell sx={WRAP}>{one.who}</TableCell>
              <TableCell sx={{ color: one.state === 'FAILED' ? 'error.main' : undefined }}>{countsText(one)}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <RowName value={texts.rowName(titleOf(one), formatDate(one.createdAt))}>
                  <RowButton onClick={() => onShow(one.jobId)}>{texts.show}</RowButton>
                </RowName>
              </TableCell>
            </TableRow>
          ))}
        </SimpleTable>
      )}
    </ViewDialog>
  );
}
