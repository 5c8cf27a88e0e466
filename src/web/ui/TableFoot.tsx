/** Below a table: how many rows are shown, what was copied, and the export of what is shown. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { counted, formatNumber } from './numbers.ts';

export function TableFoot({
  shown,
  all,
  selected,
  copied,
  onExport,
}: {
  /** rows that pass the filters */
  shown: number;
  all: number;
  /** rows that are selected: those in sight, and those that filters hide */
  selected: { shown: number; hidden: number };
  /** the text of the cell that was copied; '' for none */
  copied: string;
  /** absent: there is no export */
  onExport: (() => Promise<void>) | undefined;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 36,
        px: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="caption" color="text.secondary" role="status">
        {shown < all && `${formatNumber(shown)} of `}
        {counted(all, 'row', 'rows')}
        {selected.shown + selected.hidden > 0 && `, ${formatNumber(selected.shown)} selected`}
        {selected.hidden > 0 && `, ${formatNumber(selected.hidden)} more hidden by filters`}
      </Typography>
      <Typography variant="caption" color="text.secondary" role="status" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {copied !== '' && `Copied: ${copied}`}
      </Typography>
      {onExport && (
        <Button
          loading={busy}
          onClick={() => {
            setBusy(true);
            void onExport().finally(() => setBusy(false));
          }}
          sx={{ mr: -0.625 }}
        >
          Export to Excel
        </Button>
      )}
    </Box>
  );
}
