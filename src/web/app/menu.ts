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

const canDeliver = (can: Permissions) => can.admin || can.upload;

export const MENU: readonly MenuItem[] = [
  {
    label: texts.status,
    entries: [
      {
        label: texts.statusSets,
        to: '/status/dynamic',
        description: texts.descriptions.statusSets,
      },
      { label: texts.statusPacks, to: '/status/static', description: texts.descriptions.statusPacks },
    ],
    isVisible: (can) => can.admin,
  },
  {
    label: texts.logs,
    entries: [{ label: texts.logs, to: '/logs', description: texts.descriptions.logs }],
    button: true,
    isVisible: (can) => can.admin,
  },
  {
    label: texts.upload,
    entries: [{ label: texts.upload, to: '/upload', description: texts.descriptions.upload }],
    button: true,
    isVisible: canDeliver,
  },
  {
    label: texts.promote,
    entries: [
      {
        label: texts.promoteSets,
        to: '/promote/dynamic',
        description: texts.descriptions.promoteSets,
      },
      { label: texts.promotePacks, to: '/promote/static', description: texts.descriptions.promotePacks },
    ],
    isVisible: canDeliver,
  },
  {
    label: texts.testDynamic,
    entries: [
      {
        label: texts.validate,
        to: '/dynamic/validate',
        description: texts.descriptions.validate,
      },
      { label: texts.options, to: '/dynamic/options', description: texts.descriptions.options },
      { label: texts.mapping, to: '/dynamic/layers', description: texts.descriptions.mapping },
      { label: texts.compare, to: '/dynamic/compare', description: texts.descriptions.compare },
      { label: texts.sheet, to: '/dynamic/sheet', description: texts.descriptions.sheet },
    ],
    isVisible: (can) => can.test,
  },
  {
    label: texts.testStatic,
    entries: [{ label: texts.testStatic, to: '/static', description: texts.descriptions.testStatic }],
    button: true,
    isVisible: (can) => can.test,
  },
  {
    label: texts.administration,
    entries: [
      { label: texts.caches, to: '/admin/refresh-caches', description: texts.descriptions.caches },
      { label: texts.configs, to: '/admin/manage-global-configs', description: texts.descriptions.configs },
      {
        label: texts.profiles,
        to: '/admin/manage-asset-profiles',
        description: texts.descriptions.profiles,
        isVisible: canDeliver,
      },
      { label: texts.files, to: '/admin/file-browser', description: texts.descriptions.files },
      {
        label: texts.imageSets,
        to: '/admin/manage-image-sets',
        description: texts.descriptions.imageSets,
        isVisible: canDeliver,
      },
      { label: texts.batch, to: '/admin/batch-summary', description: texts.descriptions.batch },
      {
        label: texts.dynamicLogs,
        to: '/admin/dynamic-image-logs',
        description: texts.descriptions.dynamicLogs,
      },
      { label: texts.users, to: '/admin/users', description: texts.descriptions.users },
    ],
    isVisible: canDeliver,
  },
];

export const visibleMenu = (can: Permissions): MenuItem[] =>
  MENU.filter((item) => item.isVisible(can)).map((item) => ({
    ...item,
    entries: item.entries.filter(
      (entry) => entry.isVisible?.(can) ?? (item.label !== texts.administration || can.admin),
    ),
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
