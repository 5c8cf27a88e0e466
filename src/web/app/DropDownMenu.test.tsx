/** A menu whose code comes after the click. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import DropDownMenu from './DropDownMenu.tsx';

/** The menu's code comes when the test says so. */
function Page({ codeIsHere }: { codeIsHere: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        Admin
      </button>
      <input aria-label="Name" />
      {anchor && codeIsHere && (
        <DropDownMenu
          anchor={anchor}
          open={open}
          end={false}
          entries={[{ label: 'Users', onChoose: () => {} }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
const expanded = () => screen.getByText('Admin').getAttribute('aria-expanded');

it('opens late for who waits for it', async () => {
  const { rerender } = render(<Page codeIsHere={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Admin' }));
  rerender(<Page codeIsHere />);
  await screen.findByRole('menuitem', { name: 'Users' });
});

it('opens late where a click does not focus a button', async () => {
  const { rerender } = render(<Page codeIsHere={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Admin' }));
  (document.activeElement as HTMLElement).blur();
  rerender(<Page codeIsHere />);
  await screen.findByRole('menuitem', { name: 'Users' });
});

it('stays closed when the user types elsewhere by then, and opens at the next click', async () => {
  const { rerender } = render(<Page codeIsHere={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Admin' }));
  await userEvent.type(screen.getByLabelText('Name'), 'an');
  rerender(<Page codeIsHere />);
  await waitFor(() => expect(expanded()).toBe('false'));
  await userEvent.keyboard('na');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('anna');
  expect(screen.queryByRole('menu')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Admin' }));
  await screen.findByRole('menuitem', { name: 'Users' });
});
