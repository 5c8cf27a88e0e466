/**
 * A file from choosing it until it is live or refused: name, size, progress and speed, the outcome and its reason, and
 * buttons that cancel, send again or remove it.
 */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { secondsLeft } from '../api/speed.ts';
import { isUnderWay, type UploadEntry } from '../api/uploadEntry.ts';
import { uploads } from '../api/uploads.ts';
import { uploadListTexts as texts } from '../texts/uploadList.ts';
import { AddressLink } from './AddressLink.tsx';
import { formatBytes } from './bytes.ts';
import { detailOf } from './failure.ts';
import { CloseIcon } from './icons/Close.tsx';
import { ReplayIcon } from './icons/Replay.tsx';

const COLOURS = { live: 'success.main', refused: 'error.main', failed: 'error.main' } as const;
const PADDED = { p: 0.5 } as const;

function stateOf({ state, percent }: UploadEntry): string {
  if (state === 'chosen' || state === 'sending') return texts.percent(percent);
  if (state === 'waiting' || state === 'failed') return texts.stateAt(texts.states[state], percent);
  return texts.states[state];
}

/** The size; while the file is sent, its speed and the time left. */
function amountOf({ state, file, percent, speed }: UploadEntry): string {
  const size = formatBytes(file.size);
  if (state !== 'sending' || speed?.bytesPerSecond === undefined) return size;
  const left = secondsLeft(file.size * (1 - percent / 100), speed.bytesPerSecond);
  return [size, texts.speed(speed.bytesPerSecond), ...(left === undefined ? [] : [texts.left(left)])].join(' · ');
}

export function UploadRow({ entry }: { entry: UploadEntry }) {
  const { id, kind, file, state, percent, error, reason } = entry;
  const underWay = isUnderWay(entry);
  const label = underWay ? texts.cancel(file.name) : texts.remove(file.name);
  const colour = COLOURS[state as keyof typeof COLOURS];
  const why = state === 'failed' ? `${detailOf(error)}${kind.detailsOf?.(error) ?? ''}` : reason;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) 88px 60px', md: 'minmax(0, 2fr) minmax(40px, 2fr) 240px 88px 60px' },
        columnGap: 2,
        alignItems: 'center',
        minHeight: 28,
      }}
    >
      <Typography variant="body2" noWrap title={file.name}>
        {file.name}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={percent}
        color={state === 'failed' || state === 'refused' ? 'error' : state === 'live' ? 'success' : 'primary'}
        aria-label={texts.uploadOf(file.name)}
        sx={{ display: { xs: 'none', md: 'block' } }}
      />
      <Typography
        variant="body2"
        color="textSecondary"
        noWrap
        sx={{ display: { xs: 'none', md: 'block' }, fontVariantNumeric: 'tabular-nums' }}
      >
        {amountOf(entry)}
      </Typography>
      <Typography
        variant="body2"
        noWrap
        sx={{
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          ...(colour && { color: colour, fontWeight: 600 }),
        }}
      >
        {stateOf(entry)}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        {state === 'failed' && (
          <IconButton
            size="small"
            aria-label={texts.retry(file.name)}
            title={texts.retry(file.name)}
            onClick={() => uploads.retry(id)}
            sx={PADDED}
          >
            <ReplayIcon fontSize="small" />
          </IconButton>
        )}
        <IconButton size="small" aria-label={label} title={label} onClick={() => uploads.remove(id)} sx={PADDED}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {why !== undefined && (
        <Typography
          variant="body2"
          sx={{
            gridColumn: '1 / -1',
            pb: 0.5,
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
            color: colour ?? 'warning.main',
          }}
        >
          {why}{' '}
          {state === 'refused' && kind.problemsAddress && (
            <AddressLink address={kind.problemsAddress(file.name)} color="inherit">
              {texts.problems}
            </AddressLink>
          )}
        </Typography>
      )}
    </Box>
  );
}
