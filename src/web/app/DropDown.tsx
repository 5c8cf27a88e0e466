/**
 * A button with a menu. The menu's code is not part of the first load: it is loaded when the page is idle, or at the first
 * click.
 *
 *   DropDown, fetchMenus
 */

import Button from '@mui/material/Button';
import type { SxProps, Theme } from '@mui/material/styles';
import { type ReactNode, Suspense, useState } from 'react';
import { ArrowDropDownIcon } from '../ui/icons/ArrowDropDown.tsx';
import type { DropDownEntry } from './DropDownMenu.tsx';
import { lazyPart } from './lazyFile.ts';

export const fetchMenus = () => import('./DropDownMenu.tsx');
const DropDownMenu = lazyPart(fetchMenus, 'default');

export function DropDown({
  label,
  entries,
  plain = false,
  end = false,
  active = false,
  sx,
}: {
  label: ReactNode;
  entries: readonly DropDownEntry[];
  /** without an arrow */
  plain?: boolean;
  /** aligned right: its menu ends where the button ends */
  end?: boolean;
  /** one of its entries is where the user is */
  active?: boolean;
  sx?: SxProps<Theme>;
}) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        color="inherit"
        sx={sx}
        endIcon={plain ? undefined : <ArrowDropDownIcon />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-current={active || undefined}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <DropDownMenu anchor={anchor} open={open} end={end} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
