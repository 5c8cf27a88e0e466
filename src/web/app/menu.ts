/**
 * The menu as a table: its entries, and who sees them (section 2, Menu, of the administration specification). The server
 * enforces the permissions; the menu only reflects them.
 *
 *   MENU, visibleMenu, isActive
 *   menuTexts   of the bar that the menu stands in
 *   mayOpen     whether a user may open a screen
 */
import type { Permissions } from '../../engine/permissions.ts';

export interface Entry {
  label: string;
  to: string;
  /** on the landing page */
  description: string;
  /** absent: whoever sees the menu, and in Administration administrators only */
  isVisible?: (can: Permissions) => boolean;
}
export interface MenuItem {
  label: string;
  /** of its drop-down; a button has one */
  entries: readonly Entry[];
  button?: true;
  isVisible: (can: Permissions) => boolean;
}

/** Part of the first load. */
export const menuTexts = { menu: 'Menu', screens: 'Screens', skip: 'Skip to the content' };

const canDeliver = (can: Permissions) => can.admin || can.upload;

export const MENU: readonly MenuItem[] = [
  {
    label: 'Status',
    entries: [
      {
        label: 'Dynamic image sets',
        to: '/status/dynamic',
        description: 'Where each set is live, with its packs and quality report',
      },
      { label: 'Static image packs', to: '/status/static', description: 'Where each pack is live' },
    ],
    isVisible: (can) => can.admin,
  },
  {
    label: 'Logs',
    entries: [{ label: 'Logs', to: '/logs', description: 'What happened, line by line' }],
    button: true,
    isVisible: (can) => can.admin,
  },
  {
    label: 'Upload',
    entries: [{ label: 'Upload', to: '/upload', description: 'Delivery packs as zip files' }],
    button: true,
    isVisible: canDeliver,
  },
  {
    label: 'Promote',
    entries: [
      {
        label: 'Promote dynamic image sets',
        to: '/promote/dynamic',
        description: 'Preview and promote image sets',
      },
      { label: 'Promote static image packs', to: '/promote/static', description: 'From Embargo to Pre-Prod or Prod' },
    ],
    isVisible: canDeliver,
  },
  {
    label: 'Test Dynamic',
    entries: [
      {
        label: 'Validate completeness',
        to: '/dynamic/validate',
        description: 'The layers of a set and their pictures',
      },
      { label: 'Test Mapping Rules', to: '/dynamic/options', description: 'Choose options and see the car' },
      { label: 'Test LCDV Mapping', to: '/dynamic/layers', description: 'Which set a vehicle code belongs to' },
      { label: 'Compare', to: '/dynamic/compare', description: 'One configuration in two areas' },
      { label: 'Contact sheet', to: '/dynamic/sheet', description: 'All colours by all angles, to print' },
    ],
    isVisible: (can) => can.test,
  },
  {
    label: 'Test Static',
    entries: [{ label: 'Test Static', to: '/static', description: 'Search, print and export option pictures' }],
    button: true,
    isVisible: (can) => can.test,
  },
  {
    label: 'Administration',
    entries: [
      { label: 'Refresh Caches', to: '/admin/refresh-caches', description: 'Make the server read everything again' },
      { label: 'Manage Global Configs', to: '/admin/manage-global-configs', description: 'XML files of each area' },
      {
        label: 'Manage Asset Profiles',
        to: '/admin/manage-asset-profiles',
        description: 'View asset profiles and reprocess sets',
        isVisible: canDeliver,
      },
      { label: 'File Browser', to: '/admin/file-browser', description: 'What is stored, folder by folder' },
      {
        label: 'Manage Image Sets',
        to: '/admin/manage-image-sets',
        description: 'Copy, rename, delete',
        isVisible: canDeliver,
      },
      { label: 'Batch Summary', to: '/admin/batch-summary', description: 'Jobs and how they ended' },
      {
        label: 'Dynamic Image Logs',
        to: '/admin/dynamic-image-logs',
        description: 'Log lines about image sets and the mapping',
      },
      { label: 'Users', to: '/admin/users', description: 'Accounts, roles, API tokens' },
    ],
    isVisible: canDeliver,
  },
];

export const visibleMenu = (can: Permissions): MenuItem[] =>
  MENU.filter((item) => item.isVisible(can)).map((item) => ({
    ...item,
    entries: item.entries.filter((entry) => entry.isVisible?.(can) ?? (item.label !== 'Administration' || can.admin)),
  }));

/** A menu is active when the address begins with that of one of its entries. */
export const isActive = (item: MenuItem, path: string): boolean =>
  item.entries.some((entry) => path.startsWith(entry.to));

/**
 * Whoever follows a link to a screen that they may not use gets an explanation instead of a screen whose calls all fail.
 * @param path of a screen; everybody may open those that are in no menu
 */
export function mayOpen(can: Permissions, path: string): boolean {
  const leadsTo = ({ to }: Entry) => path === to || path.startsWith(`${to}/`);
  const inMenu = (items: readonly MenuItem[]) => items.some((item) => item.entries.some(leadsTo));
  return inMenu(visibleMenu(can)) || !inMenu(MENU);
}
