/**
 * The menu of a table's row, behind a button: what can be done with it, and why something cannot be done.
 *
 *   RowMenu, RowAction
 */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { useState } from 'react';
import { ArrowDropDownIcon } from './icons/ArrowDropDown.tsx';
import { ReasonedMenuItem } from './ReasonedMenuItem.tsx';

/** An action, its label, and why it is not possible. */
export type RowAction<A extends string> = readonly [action: A, label: string, reason: string | undefined];

export function RowMenu<A extends string>({
  label,
  name,
  actions,
  onChoose,
}: {
  /** of the button */
  label: string;
  /** of the button for screen readers: the label, with the row's name */
  name: string;
  actions: readonly RowAction<A>[];
  onChoose: (action: A) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-label={name}
        endIcon={<ArrowDropDownIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {actions.map(([action, text, reason]) => (
          <ReasonedMenuItem
            key={action}
            label={text}
            reason={reason}
            onChoose={() => {
              close();
              onChoose(action);
            }}
          />
        ))}
      </Menu>
    </>
  );
}
