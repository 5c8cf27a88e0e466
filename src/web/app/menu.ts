/**
 * The menu as a table: its entries, and who sees them (section 2, Menu, of the administration specification). The server
 * enforces the permissions; the menu only reflects them.
 *
 *   MENU, visibleMenu, isActive
 *   mayOpen     whether a user may open a screen
 */
import type { Permissions } from '../../engine/permissions.ts';
import { menuTexts as texts } from '../texts/menu.ts';

export interface Entry {
  label: string;
  to: string;
  /** on the landing page */
  description: string;
  /** absent: everybody who sees the menu; in Administration, only administrators */
  isVisible?: (can: Permissions) => boolean;
}
export interface MenuItem {
  name: keyof typeof texts.groups;
  label: string;
  /** entries of its drop-down; a button has one */
  entries: readonly Entry[];
  button?: true;
  isVisible: (can: Permissions) => boolean;
}

const canDeliver = (can: Permissions) => can.admin || can.upload;

const entry = ([label, description]: readonly [string, string], to: string, isVisible?: Entry['isVisible']): Entry => ({
  label,
  description,
  to,
  ...(isVisible && { isVisible }),
});

export const MENU: readonly MenuItem[] = [
  {
    name: 'status',
    label: texts.groups.status,
    entries: [entry(texts.statusSets, '/status/dynamic'), entry(texts.statusPacks, '/status/static')],
    isVisible: (can) => can.admin,
  },
  {
    name: 'logs',
    label: texts.groups.logs,
    entries: [entry(texts.logs, '/logs')],
    button: true,
    isVisible: (can) => can.admin,
  },
  {
    name: 'upload',
    label: texts.groups.upload,
    entries: [entry(texts.upload, '/upload')],
    button: true,
    isVisible: canDeliver,
  },
  {
    name: 'promote',
    label: texts.groups.promote,
    entries: [entry(texts.promoteSets, '/promote/dynamic'), entry(texts.promotePacks, '/promote/static')],
    isVisible: canDeliver,
  },
  {
    name: 'testDynamic',
    label: texts.groups.testDynamic,
    entries: [
      entry(texts.validate, '/dynamic/validate'),
      entry(texts.options, '/dynamic/options'),
      entry(texts.mapping, '/dynamic/layers'),
      entry(texts.compare, '/dynamic/compare'),
      entry(texts.sheet, '/dynamic/sheet'),
    ],
    isVisible: (can) => can.test,
  },
  {
    name: 'testStatic',
    label: texts.groups.testStatic,
    entries: [entry(texts.testStatic, '/static')],
    button: true,
    isVisible: (can) => can.test,
  },
  {
    name: 'administration',
    label: texts.groups.administration,
    entries: [
      entry(texts.refreshCaches, '/admin/refresh-caches'),
      entry(texts.globalConfigs, '/admin/manage-global-configs'),
      entry(texts.assetProfiles, '/admin/manage-asset-profiles', canDeliver),
      entry(texts.fileBrowser, '/admin/file-browser'),
      entry(texts.imageSets, '/admin/manage-image-sets', canDeliver),
      entry(texts.batchSummary, '/admin/batch-summary'),
      entry(texts.dynamicLogs, '/admin/dynamic-image-logs'),
      entry(texts.storage, '/admin/storage'),
      entry(texts.users, '/admin/users'),
      entry(texts.webhooks, '/admin/webhooks'),
    ],
    isVisible: canDeliver,
  },
];

export const visibleMenu = (can: Permissions): MenuItem[] =>
  MENU.filter((item) => item.isVisible(can)).map((item) => ({
    ...item,
    entries: item.entries.filter((entry) => entry.isVisible?.(can) ?? (item.name !== 'administration' || can.admin)),
  }));

/** A menu is active if the address begins with that of one of its entries. */
export const isActive = (item: MenuItem, path: string): boolean =>
  item.entries.some((entry) => path.startsWith(entry.to));

/**
 * Users who follow a link to a screen that they may not use get an explanation instead of a screen whose calls all fail.
 * @param path of a screen; everybody may open screens that are not in a menu
 */
export function mayOpen(can: Permissions, path: string): boolean {
  const leadsTo = ({ to }: Entry) => path === to || path.startsWith(`${to}/`);
  const inMenu = (items: readonly MenuItem[]) => items.some((item) => item.entries.some(leadsTo));
  return inMenu(visibleMenu(can)) || !inMenu(MENU);
}
