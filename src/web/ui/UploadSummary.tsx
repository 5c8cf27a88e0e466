/** The number of files in each state, how much is sent and how long the rest takes, and a button that clears finished ones. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { secondsLeft } from '../api/speed.ts';
import { isOver, isToSend, isUnderWay, type UploadEntry } from '../api/uploadEntry.ts';
import { uploads } from '../api/uploads.ts';
import { uploadListTexts as texts } from '../texts/uploadList.ts';

const STATES = ['received', 'live', 'refused', 'done'] as const;
const sizeOf = (entries: readonly UploadEntry[]) => entries.reduce((sum, { file }) => sum + file.size, 0);

function countsOf(entries: readonly UploadEntry[]): string {
  const underWay = entries.filter(isUnderWay).length;
  const chosen = entries.filter(({ state }) => state === 'chosen');
  const failed = entries.filter(({ state }) => state === 'failed').length;
  return [
    ...(chosen.length > 0 ? [texts.chosen(chosen.length, sizeOf(chosen))] : []),
    ...(underWay > 0 ? [texts.underWay(underWay)] : []),
    ...(failed > 0 ? [texts.notUploaded(failed)] : []),
    ...STATES.flatMap((state) => {
      const count = entries.filter((entry) => entry.state === state).length;
      return count > 0 ? [texts.count(count, texts.states[state])] : [];
    }),
  ].join(', ');
}

/** Of all files that were sent or are being sent; nothing unless some are. */
function progressOf(entries: readonly UploadEntry[]): string {
  if (!entries.some(isUnderWay)) return '';
  const started = entries.filter((entry) => !isToSend(entry));
  const all = sizeOf(started);
  const sent = started.reduce((sum, { file, percent }) => sum + (file.size * percent) / 100, 0);
  const speed = entries.reduce((sum, entry) => sum + (entry.speed?.bytesPerSecond ?? 0), 0);
  const left = secondsLeft(all - sent, speed);
  return [
    texts.sent(sent, all),
    ...(speed > 0 ? [texts.speed(speed)] : []),
    ...(left === undefined ? [] : [texts.left(left)]),
  ].join(' · ');
}

export function UploadSummary({ entries }: { entries: readonly UploadEntry[] }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, flex: 1, minWidth: 0 }}>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600 }}>
        {countsOf(entries)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {progressOf(entries)}
      </Typography>
      {entries.some(isOver) && (
        <Button onClick={() => uploads.clearOver((entry) => entries.includes(entry))} sx={{ ml: 'auto' }}>
          {texts.clearOver}
        </Button>
      )}
    </Box>
  );
}
