/** An entry of a menu that says why it cannot be chosen. */
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';

/** @param props.reason why it cannot be chosen; undefined: it can */
export function ReasonedMenuItem({
  label,
  reason,
  onChoose,
}: {
  label: string;
  reason: string | undefined;
  onChoose: () => void;
}) {
  return (
    <MenuItem
      disabled={reason !== undefined}
      // Only the label is dimmed: the reason must stay readable.
      sx={{ '&.Mui-disabled': { opacity: 1 } }}
      onClick={onChoose}
    >
      <ListItemText
        primary={label}
        secondary={reason}
        slotProps={{ primary: { color: reason === undefined ? 'textPrimary' : 'textDisabled' } }}
        sx={{ maxWidth: 280, my: 0, whiteSpace: 'normal' }}
      />
    </MenuItem>
  );
}
