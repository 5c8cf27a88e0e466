/** The details of a set, below its row (2.9): packs by type, meta files, the quality report. */

import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetDetails } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { environment } from '../../app/environment.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { formatDate } from '../../ui/dates.ts';
import { ExpandMoreIcon } from '../../ui/icons/ExpandMore.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { QualityDialog } from './QualityDialog.tsx';

const { details: texts } = promotionTexts;
const POLL_INTERVAL_MS = 2000;
const WRAP = { overflowWrap: 'anywhere' } as const;
const PACK_TITLES = [
  texts.fileName,
  texts.uploaded,
  { label: texts.pictures, align: 'right' },
  { label: texts.size, align: 'right' },
] as const;

export function SetDetailsPanel({ disId }: { disId: string }) {
  const [report, setReport] = useState(false);
  const details = useQuery({
    queryKey: ['setDetails', disId],
    queryFn: ({ signal }) => api().setDetails({ params: { id: disId }, signal }),
    // The open report may still be in progress.
    refetchInterval: report ? POLL_INTERVAL_MS : false,
  });
  useFailureNotice(details.error, 'get status');
  const byType = Map.groupBy(details.data?.uploadPacks ?? [], ({ type }) => type);
  return (
    <Box sx={{ p: 2 }}>
      {details.isPending && <LoadingBar label={texts.loading} />}
      {environment().FEATURE_QUALITY_REPORT_ENABLED && details.data && (
        <Button variant="outlined" onClick={() => setReport(true)} sx={{ mb: 1.5 }}>
          {texts.showQuality}
        </Button>
      )}
      {report && details.data && (
        <QualityDialog disId={disId} text={details.data.qualityReport} onClose={() => setReport(false)} />
      )}
      {[...byType].map(([type, packs]) => (
        <Accordion key={type} variant="outlined" disableGutters>
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>{texts.showPacks(type)}</AccordionSummary>
          <AccordionDetails>
            <SimpleTable label={texts.packs(type)} titles={PACK_TITLES}>
              {packs.map((pack) => (
                <TableRow key={pack.fileName}>
                  <TableCell sx={WRAP}>{pack.fileName}</TableCell>
                  <TableCell>{formatDate(pack.lastModifiedDate)}</TableCell>
                  <TableCell align="right">{formatNumber(pack.pictures)}</TableCell>
                  <TableCell align="right">{formatBytes(pack.size)}</TableCell>
                </TableRow>
              ))}
            </SimpleTable>
          </AccordionDetails>
        </Accordion>
      ))}
      {details.data && (
        <Accordion variant="outlined" disableGutters>
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>{texts.showMeta}</AccordionSummary>
          <AccordionDetails>
            <MetaFiles files={details.data.meta} />
          </AccordionDetails>
        </Accordion>
      )}
    </Box>
  );
}

/** At first sorted by type, descending, as one reading of the specification has it. */
function MetaFiles({ files }: { files: SetDetails['meta'] }) {
  const [{ by, desc }, setOrder] = useState<{ by: 'type' | 'fileName'; desc: boolean }>({ by: 'type', desc: true });
  const rows = files.toSorted((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0) * (desc ? -1 : 1));
  const heads = [
    ['type', texts.type],
    ['fileName', texts.fileName],
  ] as const;
  return (
    <Table size="small" aria-label={texts.meta}>
      <TableHead>
        <TableRow>
          {heads.map(([id, label]) => (
            <TableCell key={id} sortDirection={by === id && (desc ? 'desc' : 'asc')}>
              <TableSortLabel
                active={by === id}
                direction={by === id && desc ? 'desc' : 'asc'}
                onClick={() => setOrder({ by: id, desc: by === id && !desc })}
              >
                {label}
              </TableSortLabel>
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ type, fileName }) => (
          <TableRow key={type}>
            <TableCell>{type}</TableCell>
            <TableCell sx={WRAP}>{fileName}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
