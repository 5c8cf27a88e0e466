/** The history of an area's configuration files: who changed which when, what the change was, and the way back. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AREA_NAMES, type Area, type ConfigHistoryEntry } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { failureText } from '../../ui/failure.ts';
import { LineDiff } from '../../ui/LineDiff.tsx';
import { useNotify } from '../../ui/Notices.tsx';

const ACTIONS: Readonly<Record<ConfigHistoryEntry['action'], string>> = {
  upload: 'uploaded',
  delete: 'deleted',
  restore: 'brought back',
};

/** What a version of a file held and what another does. Undefined: there was no file yet. */
function VersionDiff({ area, from, to }: { area: Area; from: number | undefined; to: number }) {
  const contentOf = async (entry: number, signal: AbortSignal) =>
    (await api(area).globalConfigHistoryContent({ query: { entry }, signal })).content;
  const texts = useQuery({
    queryKey: ['globalConfigVersions', area, from, to],
    queryFn: ({ signal }) =>
      Promise.all([from === undefined ? Promise.resolve(null) : contentOf(from, signal), contentOf(to, signal)]),
  });
  if (texts.error) {
    return (
      <Alert severity="error">
        <FailureText text={failureText('load the versions', texts.error)} />
      </Alert>
    );
  }
  if (!texts.data) return <LinearProgress aria-label="Loading the versions" />;
  const [before, after] = texts.data;
  return <LineDiff before={before} after={after} />;
}

/** @param fileName of one file; undefined: of all files of the area, also of those that are gone */
export function ConfigHistoryDialog({
  area,
  fileName,
  onClose,
}: {
  area: Area;
  fileName: string | undefined;
  onClose: () => void;
}) {
  const notify = useNotify();
  const client = useQueryClient();
  const [looked, setLooked] = useState<ConfigHistoryEntry>();
  const [asked, setAsked] = useState<ConfigHistoryEntry>();
  const history = useQuery({
    queryKey: ['globalConfigHistory', area, fileName],
    queryFn: ({ signal }) => api(area).globalConfigHistory({ query: { fileName }, signal }),
    staleTime: 0,
  });
  const versions = history.data ?? [];
  const presentOf = (version: ConfigHistoryEntry) =>
    versions.find((other) => other.fileName === version.fileName && other.current);
  const before = (version: ConfigHistoryEntry) =>
    versions.slice(versions.indexOf(version) + 1).find((other) => other.fileName === version.fileName);
  /** @param newestSeen the entry whose difference was shown */
  const restore = async (version: ConfigHistoryEntry, newestSeen: number) => {
    setAsked(undefined);
    try {
      const { message } = await api(area).restoreGlobalConfig({ body: { entry: version.id, newestSeen } });
      notify('success', message);
    } catch (error) {
      notify('error', failureText(`bring ${version.fileName} back`, error));
    }
    // What is in force changes what every other screen shows.
    await client.invalidateQueries();
  };

  const present = asked && presentOf(asked);
  if (asked && present) {
    const deletes = asked.size === null;
    return (
      <ConfirmDialog
        title={`Bring ${asked.fileName} back in ${AREA_NAMES[area]}`}
        confirm={`Bring back in ${AREA_NAMES[area]}`}
        danger={area === 'prod'}
        onConfirm={() => void restore(asked, present.id)}
        onClose={() => setAsked(undefined)}
      >
        <Typography gutterBottom>
          {deletes
            ? `${asked.fileName} will be deleted, as it was after ${formatDate(asked.at)}.`
            : `${asked.fileName} will be in force again as it was after ${formatDate(asked.at)}, at once.`}{' '}
          The other areas keep their own.
        </Typography>
        <VersionDiff area={area} from={present.id} to={asked.id} />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}>
      <DialogTitle>
        History of{' '}
        {fileName === undefined ? `the configuration of ${AREA_NAMES[area]}` : `${fileName} in ${AREA_NAMES[area]}`}
      </DialogTitle>
      <DialogContent dividers>
        {history.isPending && <LinearProgress aria-label="Loading the history" />}
        {history.error && (
          <Alert severity="error">
            <FailureText text={failureText('load the history', history.error)} />
          </Alert>
        )}
        {history.data?.length === 0 && <Typography>Nothing has been changed yet.</Typography>}
        {versions.length > 0 && (
          <Box sx={{ overflowX: 'auto' }}>
            <Table size="small" aria-label="History" sx={{ minWidth: 640, overflowWrap: 'anywhere' }}>
              <TableHead>
                <TableRow>
                  <TableCell>When</TableCell>
                  {fileName === undefined && <TableCell>File</TableCell>}
                  <TableCell>What</TableCell>
                  <TableCell>Who</TableCell>
                  <TableCell align="right">Size</TableCell>
                  <TableCell />
                </TableRow>
              </TableHead>
              <TableBody>
                {versions.map((version) => (
                  <TableRow key={version.id}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDate(version.at)}</TableCell>
                    {fileName === undefined && <TableCell>{version.fileName}</TableCell>}
                    <TableCell>{ACTIONS[version.action]}</TableCell>
                    <TableCell>{version.who}</TableCell>
                    <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                      {version.size === null ? '' : formatBytes(version.size)}
                    </TableCell>
                    <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                      <Button
                        aria-expanded={looked === version}
                        onClick={() => setLooked(looked === version ? undefined : version)}
                      >
                        Changes
                      </Button>
                      {version.current ? (
                        <Box component="span" sx={{ fontWeight: 600, px: 1 }}>
                          now
                        </Box>
                      ) : (
                        <Button onClick={() => setAsked(version)}>Bring back …</Button>
                      )}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
        )}
        {looked && (
          <Box component="section" aria-label="Changes" sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
            <Typography gutterBottom sx={{ fontWeight: 600 }}>
              {looked.fileName}, {ACTIONS[looked.action]} by {looked.who} at {formatDate(looked.at)}
            </Typography>
            <VersionDiff area={area} from={before(looked)?.id} to={looked.id} />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
