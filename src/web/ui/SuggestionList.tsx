/**
 * The list of a field that suggests options. When it becomes shorter, what lay below it takes no press for a moment.
 *
 *   SuggestionList
 *   MoreOptions      context: a hint that there are more options
 */
import Box from '@mui/material/Box';
import Paper, { type PaperProps } from '@mui/material/Paper';
import Portal from '@mui/material/Portal';
import Typography from '@mui/material/Typography';
import { createContext, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Nobody sees sooner that the list became shorter, milliseconds: an earlier press was aimed at the longer one. */
const REACTION_MS = 400;

/** Below the list: a hint that there are more options. */
export const MoreOptions = createContext('');

/** Catches presses where a list that became shorter just was, so that they hit nothing behind it. The list stays open. */
function PressGuard({ list }: { list: RefObject<HTMLElement | null> }) {
  const [catcher, setCatcher] = useState<{ left: number; top: number; width: number; height: number }>();
  const heightBefore = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (!list.current) return;
    // It has the new height, and still its old position: a list above its field moves down later.
    const { left, top, width, height } = list.current.getBoundingClientRect();
    const before = heightBefore.current;
    heightBefore.current = height;
    if (height >= before) return;
    setCatcher({ left, top, width, height: before });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCatcher(undefined), REACTION_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!catcher) return null;
  return (
    <Portal>
      <Box
        data-press-guard
        // The field keeps the focus, and the list stays open.
        onMouseDown={(event) => event.preventDefault()}
        style={catcher}
        // Below the list itself.
        sx={{ position: 'fixed', zIndex: (theme) => theme.zIndex.modal - 1 }}
      />
    </Portal>
  );
}

export function SuggestionList({ children, ...props }: PaperProps) {
  const more = useContext(MoreOptions);
  const paper = useRef<HTMLDivElement>(null);
  return (
    <Paper {...props} ref={paper}>
      <PressGuard list={paper} />
      {children}
      {more !== '' && (
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block', px: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
          // The field keeps the focus, and the list stays open.
          onMouseDown={(event) => event.preventDefault()}
        >
          {more}
        </Typography>
      )}
    </Paper>
  );
}
