/** A file to upload: its name, how much was sent, why it failed (as its title), and a button that cancels or removes it. */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { isUnderWay, type UploadEntry } from '../api/uploads.ts';
import { detailOf } from './failure.ts';
import { CloseIcon } from './icons/Close.tsx';

const STATES = { chosen: '', waiting: 'waiting', sending: '', failed: 'failed' } as const;

export function UploadRow({ entry, onRemove }: { entry: UploadEntry; onRemove: (id: number) => void }) {
  const { id, file, state, percent, error } = entry;
  const label = isUnderWay(entry) ? `Cancel the upload of ${file.name}` : `Remove ${file.name} from the list`;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 2fr) minmax(40px, 3fr) 88px 28px',
        columnGap: 2,
        alignItems: 'center',
      }}
    >
      <Typography variant="body2" noWrap title={file.name}>
        {file.name}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={percent}
        color={state === 'failed' ? 'error' : 'primary'}
        aria-label={`Upload of ${file.name}`}
      />
      <Typography
        variant="body2"
        noWrap
        title={state === 'failed' ? detailOf(error) : undefined}
        sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
      >
        {STATES[state] === '' ? '' : `${STATES[state]} `}
        {percent} %
      </Typography>
      <IconButton size="small" aria-label={label} title={label} onClick={() => onRemove(id)} sx={{ p: 0.5 }}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
