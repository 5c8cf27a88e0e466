/** Links below a base path, which only a build behind a proxy has. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AddressLink } from './AddressLink.tsx';

it('leads below the base path, by a click and in another tab', async () => {
  const history = createMemoryHistory({ initialEntries: ['/cars/start'] });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <AddressLink address="/upload?text=refused">Refused</AddressLink> }),
    basepath: '/cars',
    history,
  });
  render(<RouterProvider router={router as never} />);
  const link = await screen.findByRole('link', { name: 'Refused' });
  expect(link.getAttribute('href')).toBe('/cars/upload?text=refused');
  fireEvent.click(link, { ctrlKey: true });
  expect(history.location.href).toBe('/cars/start');
  fireEvent.click(link);
  expect(history.location.href).toBe('/cars/upload?text=refused');
});
