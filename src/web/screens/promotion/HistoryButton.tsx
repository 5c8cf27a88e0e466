/** Opens the history of a set or static pack. */

import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { historyTexts as texts } from '../../texts/history.ts';
import { HistoryIcon } from '../../ui/icons/History.tsx';
import { ROW_ICON_BUTTON } from '../../ui/RowButton.tsx';
import type { Content } from './content.ts';
import { HistoryDialog } from './HistoryDialog.tsx';

export function HistoryButton({ content }: { content: Content }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip title={texts.history}>
        <IconButton
          size="small"
          aria-label={texts.title(content.key)}
          onClick={() => setOpen(true)}
          sx={{ ...ROW_ICON_BUTTON, ml: 0.5 }}
        >
          <HistoryIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && <HistoryDialog content={content} onClose={() => setOpen(false)} />}
    </>
  );
}
