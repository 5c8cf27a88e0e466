/** Following a link wins over what the screen that is left still writes into its address. */
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { makeRouter } from './router.tsx';

async function openRouter(address: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  router.stores.resolvedLocation.set(router.latestLocation);
  // What <RouterProvider> does.
  router.history.subscribe(() => void router.load());
  return router;
}

it('follows the link although the filter of the screen that is left writes its text later', async () => {
  const router = await openRouter('/promote/static');
  const followed = router.navigate({ to: '/start' });
  await router.navigate({ from: '/promote/static', search: { name: 'a' } as never, replace: true });
  await followed;
  expect(router.history.location.pathname).toBe('/start');
});

it('leaves the address of another screen alone when the filter of one that was left writes its text', async () => {
  const router = await openRouter('/promote/static');
  await router.navigate({ from: '/promote/dynamic', search: { name: 'a' } as never, replace: true });
  expect(router.history.location.href).toBe('/promote/static');
});

it('changes the address of a screen that stays, also below an address that ends with a slash', async () => {
  const typed = await openRouter('/promote/static/');
  await typed.navigate({ from: '/promote/static', search: { name: 'a' } as never, replace: true });
  expect(typed.history.location.search).toBe('?name=a');
});

it('changes the address of a screen whose path has a parameter', async () => {
  const router = await openRouter('/quality/1PP2A5xxxxxxxxxx');
  await router.navigate({ from: '/quality/$disId', search: { severity: 'warning' } as never, replace: true });
  expect(router.history.location.search).toBe('?severity=warning');
});

it('changes the address of a screen that stays', async () => {
  const router = await openRouter('/promote/static');
  await router.navigate({ from: '/promote/static', search: { name: 'a' } as never, replace: true });
  expect(router.history.location.href).toBe('/promote/static?name=a');
});
