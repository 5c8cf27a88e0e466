/** The calendar below a dialog that opens above it. */
import Dialog from '@mui/material/Dialog';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { DayField } from './DayField.tsx';

afterEach(cleanup);

describe('the calendar', () => {
  const screenWith = (dialogOpen: boolean) => (
    <>
      <DayField label="From" day="2026-11-24" onDay={() => {}} />
      <Dialog open={dialogOpen} transitionDuration={0}>
        <input aria-label="Password" />
      </Dialog>
    </>
  );

  it('keeps the keyboard, and gives it to a dialog that opens above it', async () => {
    const user = userEvent.setup();
    const { rerender } = render(screenWith(false));
    await user.click(screen.getByRole('button', { name: /Choose date/ }));
    const calendar = await screen.findByRole('dialog', { name: 'From' });
    // It holds the focus once it was walked through by keys.
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('25');
    await act(async () => screen.getByRole('button', { name: /Clear/ }).focus());
    expect(calendar.contains(document.activeElement)).toBe(true);

    rerender(screenWith(true));
    await act(async () => screen.getByLabelText('Password').focus());
    await user.keyboard('right');
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('right');
  });
});
