/** Asks before something is done, and says exactly what it will do. */
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { widgetTexts } from '../texts/widgets.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { WithReason } from './WithReason.tsx';

export function ConfirmDialog({
  title,
  children,
  confirm,
  danger = false,
  missing,
  tall = false,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** the label of the confirming button */
  confirm: string;
  /** Prevents accidental Enter: without a field, the focus begins on Cancel. */
  danger?: boolean;
  /** what must be done before it can be confirmed; undefined: nothing */
  missing?: string | undefined;
  /** see DialogFrame */
  tall?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <DialogFrame
      title={title}
      tall={tall}
      onClose={onClose}
      onSubmit={() => {
        if (missing === undefined) onConfirm();
      }}
      actions={
        <>
          <Button onClick={onClose} {...(danger && { 'data-first-focus': '' })}>
            {widgetTexts.cancel}
          </Button>
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
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
