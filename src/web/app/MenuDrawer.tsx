/** The menu for a window that is too narrow for it in the bar: all entries one below the other, and the versions. */
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListSubheader from '@mui/material/ListSubheader';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shellTexts } from '../texts/shell.ts';
import type { MenuItem } from './menu.ts';

const LinkItem = createLink(ListItemButton);

export default function MenuDrawer({
  open,
  items,
  path,
  versions,
  onClose,
}: {
  open: boolean;
  items: readonly MenuItem[];
  /** of the screen */
  path: string;
  versions: ReactNode;
  onClose: () => void;
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: 300, maxWidth: '85vw' }, 'aria-label': shellTexts.menu } }}
    >
      <Box component="nav" aria-label={shellTexts.screens} sx={{ flex: 1 }}>
        {items.map(({ label, button, entries }) => (
          <List
            key={label}
            dense
            disablePadding
            subheader={
              button ? undefined : (
                <ListSubheader disableSticky sx={{ lineHeight: '32px', mt: 1 }}>
                  {label}
                </ListSubheader>
              )
            }
          >
            {entries.map((entry) => (
              <li key={entry.to}>
                <LinkItem
                  to={entry.to}
                  onClick={onClose}
                  selected={path.startsWith(entry.to)}
                  aria-current={path.startsWith(entry.to) ? 'page' : undefined}
                  sx={{ minHeight: 40, fontWeight: button ? 600 : 400 }}
                >
                  {entry.label}
                </LinkItem>
              </li>
            ))}
          </List>
        ))}
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>{versions}</Box>
    </Drawer>
  );
}
