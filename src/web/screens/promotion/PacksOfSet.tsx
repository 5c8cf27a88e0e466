/** The packs that make a set, by type, in the details below its row (2.9). */
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import type { Pack } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { formatDate } from '../../ui/dates.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';

export function PacksOfSet({ disId }: { disId: string }) {
  const packs = useQuery({
    queryKey: ['packs', disId],
    queryFn: ({ signal }) => api().packs({ query: { disId }, signal }),
  });
  useFailureNotice(packs.error, 'get status');
  const byType = new Map<string, Pack[]>();
  for (const pack of packs.data ?? []) byType.set(pack.type, [...(byType.get(pack.type) ?? []), pack]);
  return (
    <Box sx={{ p: 2 }}>
      {packs.isPending && <LinearProgress aria-label="Loading packs" />}
      {packs.data?.length === 0 && 'No pack of its own: this set is a copy.'}
      {[...byType].map(([type, list]) => (
        <Accordion key={type} variant="outlined" disableGutters>
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>
            {type === 'meta' ? 'Show meta files' : `Show ${type} packs`}
          </AccordionSummary>
          <AccordionDetails>
            <Table size="small" aria-label={`${type} packs`}>
              <TableHead>
                <TableRow>
                  <TableCell>Type</TableCell>
                  <TableCell>Filename</TableCell>
                  <TableCell>Uploaded</TableCell>
                  <TableCell>Size</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {list.map((pack) => (
                  <TableRow key={pack.fileName}>
                    <TableCell>{pack.type}</TableCell>
                    <TableCell>{pack.fileName}</TableCell>
                    <TableCell>{formatDate(pack.lastModifiedDate)}</TableCell>
                    <TableCell>{formatBytes(pack.size)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </AccordionDetails>
        </Accordion>
      ))}
    </Box>
  );
}
