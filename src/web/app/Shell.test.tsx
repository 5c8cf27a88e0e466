/**
 * The frame of every screen by keyboard and screen reader: past the menu, into a screen, and through the menu of a narrow
 * window.
 */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openApp } from '../testing/openApp.tsx';

const focusedText = () => document.activeElement?.textContent;

it('entering a screen moves the focus to its heading; choosing something on it does not', async () => {
  const app = await openApp('/start', {});
  await screen.findByRole('heading', { level: 1, name: 'Welcome tester' });
  await app.go('/dynamic/validate');
  await waitFor(() => expect(focusedText()).toBe('Validate completeness of dynamic image set'));
  expect(document.title).toBe('Validate completeness of dynamic image set · Lacquer');
  screen.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' }).focus();
  await app.go('/dynamic/validate?area=prod');
  await waitFor(() => expect(app.search().get('area')).toBe('prod'));
  expect(document.activeElement?.getAttribute('role')).toBe('combobox');
  await app.go('/nowhere');
  await waitFor(() => expect(focusedText()).toBe('There is no screen at this address'));
});

it('the first Tab offers to skip the menu', async () => {
  await openApp('/start', {});
  await screen.findByRole('heading', { level: 1 });
  const user = userEvent.setup();
  (document.activeElement as HTMLElement).blur();
  await user.tab();
  expect(focusedText()).toBe('Skip to the content');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.location.hash).toBe('');
});

it('the drawer has every entry of the menu, marks the current screen, and closes after a choice', async () => {
  const app = await openApp('/dynamic/validate', {});
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Menu' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }));
  const links = drawer.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    expect.arrayContaining(['/status/dynamic', '/logs', '/upload', '/dynamic/sheet', '/admin/users']),
  );
  expect(drawer.getByRole('link', { name: 'Validate completeness' }).getAttribute('aria-current')).toBe('page');
  expect(drawer.getByRole('button', { name: /^Version/ })).toBeDefined();
  await user.click(drawer.getByRole('link', { name: 'Users' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.title).toBe('Users · Lacquer'));
  expect(app.requests.length).toBeGreaterThan(0);
});

it('Help opens the guide of the screen, in another tab', async () => {
  const app = await openApp('/upload', {});
  const user = userEvent.setup();
  const help = async () => {
    await user.click(await screen.findByRole('button', { name: 'tester' }));
    const link = await screen.findByRole('menuitem', { name: 'Help' });
    const found = [link.getAttribute('href'), link.getAttribute('target')];
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return found;
  };
  expect(await help()).toEqual(['/docs/guides/deliver.html', '_blank']);
  await app.go('/start');
  await screen.findByRole('heading', { level: 1, name: 'Welcome tester' });
  expect(await help()).toEqual(['/docs/', '_blank']);
});
