/** Below a table: how many rows are shown, what was copied, and the export of what is shown. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { widgetTexts } from '../texts/widgets.ts';

const { table: texts } = widgetTexts;

const NONE_SELECTED = { shown: 0, hidden: 0 };

export function TableFooter({
  shown,
  all,
  selected = NONE_SELECTED,
  copied,
  onExport,
}: {
  /** rows that pass the filters */
  shown: number;
  all: number;
  /** selected rows: those shown, and those that filters hide */
  selected: { shown: number; hidden: number } | undefined;
  /** the text of the cell that was copied; '' for none */
  copied: string;
  /** absent: there is no export */
  onExport: (() => Promise<void>) | undefined;
}) {
  const [exporting, setExporting] = useState(false);
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
      <Typography variant="caption" color="textSecondary" role="status">
        {texts.count(shown, all, selected.shown, selected.hidden)}
      </Typography>
      <Typography variant="caption" color="textSecondary" role="status" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {copied !== '' && texts.copied(copied)}
      </Typography>
      {onExport && (
        <Button
          loading={exporting}
          onClick={() => {
            setExporting(true);
            void onExport().finally(() => setExporting(false));
          }}
          sx={{ mr: -0.625 }}
        >
          {texts.export}
        </Button>
      )}
    </Box>
  );
}
