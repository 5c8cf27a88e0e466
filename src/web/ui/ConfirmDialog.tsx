/** Asks before something is done that says exactly what it will do. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { WithReason } from './WithReason.tsx';

export function ConfirmDialog({
  title,
  children,
  confirm,
  danger = false,
  missing,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** the confirming button's word */
  confirm: string;
  danger?: boolean;
  /** what has to be done before it can be confirmed; undefined: nothing */
  missing?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}>
      <Box
        component="form"
        // The content scrolls, and the buttons stay in sight.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined) onConfirm();
        }}
      >
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <WithReason reason={missing}>
            <Button
              type="submit"
              variant="contained"
              color={danger ? 'error' : 'primary'}
              disabled={missing !== undefined}
            >
              {confirm}
            </Button>
          </WithReason>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
