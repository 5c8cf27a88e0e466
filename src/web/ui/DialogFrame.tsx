/**
 * The frame of the dialogs: 1000 pixels wide, a title, content that scrolls, and actions that stay visible.
 * The focus begins in the first field, or on the button to press where there is no field.
 *
 *   DialogFrame
 *   ViewDialog    shows something; its last action closes it
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { NARROW } from '../app/theme.ts';
import { CarTitle } from '../areas/cars.tsx';
import { widgetTexts } from '../texts/widgets.ts';

const FIELD =
  ':is(input:not([type=hidden]), textarea, [role=combobox]):not([disabled], [readonly], [aria-hidden=true], [aria-disabled=true])';
const PREFERRED = '[data-first-focus]';
const CONFIRM = 'button[type=submit]:not([disabled])';
const BUTTONS = '[data-actions] :is(button, a):not([disabled])';

/** Called when the dialog is open. Leaves the focus alone if a field or button of the dialog already took it. */
function focusFirst(content: HTMLElement | null): void {
  const dialog = content?.closest('[role=dialog]');
  if (!dialog || dialog.contains(document.activeElement)) return;
  const first = [FIELD, PREFERRED, CONFIRM].map((one) => dialog.querySelector<HTMLElement>(one)).find((one) => one);
  (first ?? [...dialog.querySelectorAll<HTMLElement>(BUTTONS)].at(-1))?.focus();
}

/** Names without blanks take a new line instead of pushing buttons out. */
const PAPER = {
  width: 1000,
  maxWidth: '100vw',
  overflowWrap: 'anywhere',
  // The room of a phone is for the content.
  [NARROW]: { m: 1, maxHeight: 'calc(100% - 16px)' },
} as const;

interface FrameProps {
  title: ReactNode;
  children: ReactNode;
  /** buttons */
  actions?: ReactNode;
  /** lines between title, content and actions; the content can then be scrolled by keyboard */
  dividers?: boolean;
  /** The dialog has its full height at once, because content that loads later must not move a button while it is pressed. */
  tall?: boolean;
  onClose: () => void;
}

export function DialogFrame({
  title,
  children,
  actions,
  dividers = false,
  tall = false,
  onClose,
  onSubmit,
}: FrameProps & {
  /** absent: the dialog is not a form */
  onSubmit?: () => void;
}) {
  const content = (
    <>
      <DialogTitle>{typeof title === 'string' ? <CarTitle text={title} /> : title}</DialogTitle>
      <DialogContent ref={focusFirst} dividers={dividers} sx={{ flexGrow: 1 }} {...(dividers && { tabIndex: 0 })}>
        {children}
      </DialogContent>
      <DialogActions data-actions>{actions}</DialogActions>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      slotProps={{ paper: { sx: { ...PAPER, ...(tall && { height: 720 }) } } }}
    >
      {onSubmit ? (
        <Box
          component="form"
          // The content scrolls, and the buttons stay visible.
          sx={{ display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 }}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </Box>
      ) : (
        content
      )}
    </Dialog>
  );
}

/** @param close label of its last button */
export function ViewDialog({ actions, close = 'close', ...frame }: FrameProps & { close?: 'close' | 'cancel' }) {
  return (
    <DialogFrame
      {...frame}
      actions={
        <>
          {actions}
          <Button onClick={frame.onClose}>{widgetTexts[close]}</Button>
        </>
      }
    />
  );
}
