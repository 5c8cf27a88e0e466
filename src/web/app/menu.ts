/**
 * The menu as a table: which entries there are, and who sees them (section 2, Menu, of the administration
 * specification). The server enforces; the menu only mirrors.
 *
 *   MENU, visibleMenu, isActive
 */
import type { Permissions } from './session.tsx';

export interface Entry {
  label: string;
  to: string;
}
export interface MenuItem {
  label: string;
  /** entries of a drop-down; a single entry without a label of its own is a button */
  entries: readonly Entry[];
  button?: true;
  sees: (can: Permissions) => boolean;
}

const uploads = (can: Permissions) => can.admin || can.upload;

export const MENU: readonly MenuItem[] = [
  { label: 'Upload', entries: [{ label: 'Upload', to: '/upload' }], button: true, sees: uploads },
  {
    label: 'Test Dynamic',
    entries: [{ label: 'Validate completeness', to: '/dynamic/validate' }],
    sees: (can) => can.test,
  },
];

export const visibleMenu = (can: Permissions): MenuItem[] => MENU.filter((item) => item.sees(can));

/** The active entry is found by URL prefix. */
export const isActive = (item: MenuItem, path: string): boolean =>
  item.entries.some((entry) => path.startsWith(entry.to));
