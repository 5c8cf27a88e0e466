/** Below a table: how many rows are shown, what was copied, and the export of what is shown. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

const number = new Intl.NumberFormat('de-DE');

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
  selected: number;
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
        {shown < all && `${number.format(shown)} of `}
        {number.format(all)} {all === 1 ? 'row' : 'rows'}
        {selected > 0 && `, ${number.format(selected)} selected`}
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
