/** Nothing is left out of the looks at every screen, dialog and menu (everyScreen.slow.spec.ts). */
import { expect, test } from '@playwright/test';
import { OVERLAYS, overlaysInSource, SET, VERSION } from './everyOverlay.ts';
import { routePaths, screensOf } from './everyScreen.ts';

test('the list of screens has every route', () => {
  const screens = screensOf(SET, VERSION).map((address) => address.replace(/\?.*/, '').replace(SET, '$disId'));
  expect(screens).toEqual(expect.arrayContaining(routePaths()));
});

test('the list of dialogs, menus and drawers has all that the source has', () => {
  const listed = Map.groupBy(OVERLAYS, ({ file }) => file);
  const leftOut = [...overlaysInSource()].filter(([file, count]) => (listed.get(file)?.length ?? 0) < count);
  expect(Object.fromEntries(leftOut), 'file below src/web, and how many it has').toEqual({});
  const files = [...overlaysInSource().keys()];
  expect([...listed.keys()].filter((file) => !files.includes(file))).toEqual([]);
});
