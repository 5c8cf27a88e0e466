/**
 * The menu as a table: which entries there are, and who sees them (section 2, Menu, of the administration
 * specification). The server enforces; the menu only mirrors.
 *
 *   MENU, visibleMenu, isActive
 *   mayOpen     whether a screen is for somebody
 */
import type { Permissions } from '../../engine/permissions.ts';

export interface Entry {
  label: string;
  to: string;
  /** what it is for, on the landing page */
  does: string;
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
      {
        label: 'Dynamic image sets',
        to: '/status/dynamic',
        does: 'Where each set is live, with its packs and quality report',
      },
      { label: 'Static image packs', to: '/status/static', does: 'Where each pack is live' },
    ],
    sees: (can) => can.admin,
  },
  {
    label: 'Logs',
    entries: [{ label: 'Logs', to: '/logs', does: 'What happened, line by line' }],
    button: true,
    sees: (can) => can.admin,
  },
  {
    label: 'Upload',
    entries: [{ label: 'Upload', to: '/upload', does: 'Delivery packs as zip files' }],
    button: true,
    sees: uploads,
  },
  {
    label: 'Promote',
    entries: [
      {
        label: 'Promote dynamic image sets',
        to: '/promote/dynamic',
        does: 'Preview and promote image sets',
      },
      { label: 'Promote static image packs', to: '/promote/static', does: 'From Embargo to Pre-Prod or Prod' },
    ],
    sees: uploads,
  },
  {
    label: 'Test Dynamic',
    entries: [
      { label: 'Validate completeness', to: '/dynamic/validate', does: 'The layers of a set and their pictures' },
      { label: 'Test Mapping Rules', to: '/dynamic/options', does: 'Choose options and see the car' },
      { label: 'Test LCDV Mapping', to: '/dynamic/layers', does: 'Which set a vehicle code belongs to' },
      { label: 'Compare', to: '/dynamic/compare', does: 'One configuration in two areas' },
      { label: 'Contact sheet', to: '/dynamic/sheet', does: 'All colours by all angles, to print' },
    ],
    sees: (can) => can.test,
  },
  {
    label: 'Test Static',
    entries: [{ label: 'Test Static', to: '/static', does: 'Search, print and export option pictures' }],
    button: true,
    sees: (can) => can.test,
  },
  {
    label: 'Administration',
    entries: [
      { label: 'Refresh Caches', to: '/admin/refresh-caches', does: 'Make the server read everything again' },
      { label: 'Manage Global Configs', to: '/admin/manage-global-configs', does: 'XML files of each area' },
      {
        label: 'Manage Asset Profiles',
        to: '/admin/manage-asset-profiles',
        does: 'View asset profiles and reprocess sets',
        sees: uploads,
      },
      { label: 'File Browser', to: '/admin/file-browser', does: 'What is stored, folder by folder' },
      { label: 'Manage Image Sets', to: '/admin/manage-image-sets', does: 'Copy, rename, delete', sees: uploads },
      { label: 'Batch Summary', to: '/admin/batch-summary', does: 'Jobs and how they ended' },
      {
        label: 'Dynamic Image Logs',
        to: '/admin/dynamic-image-logs',
        does: 'Log lines about image sets and the mapping',
      },
      { label: 'Users', to: '/admin/users', does: 'Accounts, roles, API tokens' },
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
