/**
 * A button that explains why it is disabled. It can still be focused, so that keyboard users and screen readers get the
 * reason as well.
 *
 *   ReasonedButton
 */
import type { ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { RowButton } from './RowButton.tsx';

/** @param reason why it is disabled; undefined: it is enabled */
export function ReasonedButton({ reason, onClick, ...button }: ButtonProps & { reason: string | undefined }) {
  if (reason === undefined) return <RowButton {...button} onClick={onClick} />;
  return (
    <Tooltip title={reason} describeChild>
      <RowButton
        {...button}
        aria-disabled
        disableRipple
        onClick={(event) => event.preventDefault()}
        sx={{
          '&, &:hover': {
            color: 'text.disabled',
            borderColor: 'action.disabledBackground',
            bgcolor: 'transparent',
            cursor: 'default',
          },
        }}
      />
    </Tooltip>
  );
}
