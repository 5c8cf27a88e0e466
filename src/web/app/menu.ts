/**
 * The menu as a table: which entries there are, and who sees them (section 2, Menu, of the administration
 * specification). The server enforces; the menu only mirrors.
 *
 *   MENU, visibleMenu, isActive
 *   mayOpen     whether a screen is for somebody
 */
import type { Permissions } from './session.tsx';

export interface Entry {
  label: string;
  to: string;
  /** absent: as the menu, in Administration administrators only */
  sees?: (can: Permissions) => boolean;
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
  {
    label: 'Status',
    entries: [
      { label: 'Dynamic image sets', to: '/status/dynamic' },
      { label: 'Static image packs', to: '/status/static' },
    ],
    sees: (can) => can.admin,
  },
  { label: 'Logs', entries: [{ label: 'Logs', to: '/logs' }], button: true, sees: (can) => can.admin },
  { label: 'Upload', entries: [{ label: 'Upload', to: '/upload' }], button: true, sees: uploads },
  {
    label: 'Promote',
    entries: [
      { label: 'Promote dynamic image sets', to: '/promote/dynamic' },
      { label: 'Promote static image packs', to: '/promote/static' },
    ],
    sees: uploads,
  },
  {
    label: 'Test Dynamic',
    entries: [
      { label: 'Validate completeness', to: '/dynamic/validate' },
      { label: 'Test Mapping Rules', to: '/dynamic/options' },
      { label: 'Test LCDV Mapping', to: '/dynamic/layers' },
      { label: 'Compare', to: '/dynamic/compare' },
      { label: 'Contact sheet', to: '/dynamic/sheet' },
    ],
    sees: (can) => can.test,
  },
  {
    label: 'Test Static',
    entries: [{ label: 'Test Static', to: '/static' }],
    button: true,
    sees: (can) => can.test,
  },
  {
    label: 'Administration',
    entries: [
      { label: 'Refresh Caches', to: '/admin/refresh-caches' },
      { label: 'Manage Global Configs', to: '/admin/manage-global-configs' },
      { label: 'Manage Asset Profiles', to: '/admin/manage-asset-profiles', sees: uploads },
      { label: 'File Browser', to: '/admin/file-browser' },
      { label: 'Manage Image Sets', to: '/admin/manage-image-sets', sees: uploads },
      { label: 'Batch Summary', to: '/admin/batch-summary' },
      { label: 'Dynamic Image Logs', to: '/admin/dynamic-image-logs' },
      { label: 'Users', to: '/admin/users' },
    ],
    sees: uploads,
  },
];

/** Entries without a rule of their own follow their menu; those of Administration are for administrators. */
export const visibleMenu = (can: Permissions): MenuItem[] =>
  MENU.filter((item) => item.sees(can)).map((item) => ({
    ...item,
    entries: item.entries.filter((entry) => entry.sees?.(can) ?? (item.label !== 'Administration' || can.admin)),
  }));

/** The active entry is found by URL prefix. */
export const isActive = (item: MenuItem, path: string): boolean =>
  item.entries.some((entry) => path.startsWith(entry.to));

/**
 * Whoever follows a link to a screen of others gets words instead of a screen whose every call is refused.
 * @param path of a screen; those that stand in no menu are open
 */
export function mayOpen(can: Permissions, path: string): boolean {
  const leadsTo = ({ to }: Entry) => path === to || path.startsWith(`${to}/`);
  const inMenu = (items: readonly MenuItem[]) => items.some((item) => item.entries.some(leadsTo));
  return inMenu(visibleMenu(can)) || !inMenu(MENU);
}
