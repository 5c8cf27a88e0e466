/**
 * The menu of a drop-down.
 *
 *   DropDownEntry    opens a screen, does something, or only shows a value
 */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { createLink, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { basePath } from './basePath.ts';
import { helpPage } from './helpPage.ts';

export type DropDownEntry =
  | { readonly label: string; readonly to: string }
  /** `lang`: language of a label, if it differs */
  | { readonly label: string; readonly lang?: string; readonly onChoose: () => void }
  /** opens the page of the documentation about the screen */
  | { readonly label: string; readonly help: true }
  | { readonly label: string; readonly value: string };

const LinkMenuItem = createLink(MenuItem);

/** Opens in its own tab, so that unsaved input on the screen is kept. */
function Help({ label, onClose }: { label: string; onClose: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <MenuItem
      component="a"
      href={`${basePath}/docs/${helpPage(path)}`}
      target="_blank"
      rel="noopener"
      onClick={onClose}
    >
      {label}
    </MenuItem>
  );
}

function Entry({ entry, onClose }: { entry: DropDownEntry; onClose: () => void }) {
  const { label } = entry;
  if ('to' in entry) {
    return (
      <LinkMenuItem to={entry.to} onClick={onClose}>
        {label}
      </LinkMenuItem>
    );
  }
  if ('help' in entry) return <Help label={label} onClose={onClose} />;
  if ('onChoose' in entry) {
    return (
      <MenuItem
        lang={entry.lang}
        onClick={() => {
          onClose();
          entry.onChoose();
        }}
      >
        {label}
      </MenuItem>
    );
  }
  return (
    <MenuItem dense sx={{ gap: 3, justifyContent: 'space-between', cursor: 'text', userSelect: 'text' }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography variant="body2">{entry.value}</Typography>
    </MenuItem>
  );
}

/** Browsers that do not focus a button at a click leave the focus on the page. */
const isUserAt = (anchor: HTMLElement): boolean =>
  [anchor, document.body, null].includes(document.activeElement as HTMLElement);

export default function DropDownMenu({
  anchor,
  open,
  end,
  entries,
  onClose,
}: {
  anchor: HTMLElement;
  open: boolean;
  /** ends where the button ends, instead of beginning where it begins */
  end: boolean;
  entries: readonly DropDownEntry[];
  onClose: () => void;
}) {
  // The code of the menu may have come late. Who has moved on meanwhile must not lose the keyboard to it.
  const [tooLate, setTooLate] = useState(() => !isUserAt(anchor));
  useEffect(() => {
    if (!tooLate) return;
    onClose();
    setTooLate(false);
  }, [tooLate, onClose]);
  const side = end ? 'right' : 'left';
  return (
    <Menu
      anchorEl={anchor}
      open={open && !tooLate}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: side }}
      transformOrigin={{ vertical: 'top', horizontal: side }}
    >
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} onClose={onClose} />
      ))}
    </Menu>
  );
}
