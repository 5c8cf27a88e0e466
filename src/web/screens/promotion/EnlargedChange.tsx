/** A changed picture, enlarged: before and after in one place, so that changing between them shows what differs. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import type { ContentDiff } from '../../../contract/index.ts';
import { withSession } from '../../api/otherHost.ts';
import { checkerboard } from '../../app/theme.ts';
import { diffTexts as texts } from '../../texts/history.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { type Content, pictureUrl } from './content.ts';

const CHECKER = checkerboard(16);
/** pixels, of the pictures' longer side */
const HEIGHT = 520;

export function EnlargedChange({
  content,
  diff,
  at,
  onAt,
  onClose,
}: {
  content: Content;
  diff: ContentDiff;
  /** which of the diff's pictures */
  at: number;
  onAt: (at: number) => void;
  onClose: () => void;
}) {
  const [showsBefore, setShowsBefore] = useState(false);
  const { path, before = null, after = null } = diff.pictures[at] ?? { path: '' };
  const canBlink = before !== null && after !== null;
  const isBefore = after === null || (canBlink && showsBefore);
  const states = [
    ['before', diff.before, before, isBefore, texts.beforeAlt(path)],
    ['after', diff.after, after, !isBefore, texts.afterAlt(path)],
  ] as const;
  const caption = isBefore ? (canBlink ? texts.before : texts.removed) : canBlink ? texts.after : texts.added;
  const blink = () => setShowsBefore((shown) => !shown);
  const step = (by: number) => {
    if (diff.pictures[at + by]) onAt(at + by);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else return;
    event.preventDefault();
  };
  return (
    <ViewDialog
      title={path}
      onClose={onClose}
      actions={
        <Box onKeyDown={onKey} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mr: 'auto' }}>
          {/* The button that has the focus: Space and Enter press it. */}
          <Button autoFocus disabled={!canBlink} variant="outlined" onClick={blink} sx={{ minWidth: 130 }}>
            {isBefore ? texts.showAfter : texts.showBefore}
          </Button>
          <Button disabled={at === 0} onClick={() => step(-1)}>
            {texts.previous}
          </Button>
          <Button disabled={at === diff.pictures.length - 1} onClick={() => step(1)}>
            {texts.next}
          </Button>
        </Box>
      }
    >
      <Box
        onClick={canBlink ? blink : undefined}
        sx={{
          position: 'relative',
          height: HEIGHT,
          maxHeight: '60vh',
          background: CHECKER,
          cursor: canBlink ? 'pointer' : 'default',
        }}
      >
        {/* Both are loaded, so that the change between them is immediate. */}
        {states.map(
          ([state, snapshot, sha256, isShown, alt]) =>
            snapshot !== null &&
            sha256 !== null && (
              <Box
                key={`${state} ${sha256}`}
                component="img"
                {...withSession(pictureUrl(content, snapshot, sha256, 'print'))}
                src={pictureUrl(content, snapshot, sha256, 'print')}
                alt={isShown ? alt : ''}
                sx={{
                  position: 'absolute',
                  inset: 0,
                  width: '100%',
                  height: '100%',
                  objectFit: 'contain',
                  visibility: isShown ? 'visible' : 'hidden',
                }}
              />
            ),
        )}
      </Box>
      <Typography role="status" sx={{ mt: 1, fontWeight: 600 }}>
        {caption}
        {', '}
        {texts.place(at + 1, diff.pictures.length)}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {texts.blinkHint}
      </Typography>
    </ViewDialog>
  );
}
