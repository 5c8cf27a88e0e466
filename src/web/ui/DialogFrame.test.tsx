/** Where the focus is when a dialog opens. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ViewDialog } from './DialogFrame.tsx';

afterEach(cleanup);

const nothing = () => {};
const focused = () => document.activeElement;

describe('the focus of a dialog', () => {
  it('begins in the first field that can be filled in', () => {
    render(
      <ConfirmDialog title="Rename" confirm="Rename" onConfirm={nothing} onClose={nothing}>
        <input type="hidden" />
        <input disabled aria-label="Old name" />
        <input aria-label="New name" />
        <textarea aria-label="Note" />
      </ConfirmDialog>,
    );
    expect(focused()).toBe(screen.getByLabelText('New name'));
  });

  it('without a field, on the button that confirms; on Cancel where that does harm or cannot be pressed', () => {
    const dialog = (part: { danger?: boolean; missing?: string }) => {
      cleanup();
      render(
        <ConfirmDialog title="Delete" confirm="Delete" onConfirm={nothing} onClose={nothing} {...part}>
          Sure?
        </ConfirmDialog>,
      );
      return focused()?.textContent;
    };
    expect(dialog({})).toBe('Delete');
    expect(dialog({ danger: true })).toBe('Cancel');
    expect(dialog({ missing: 'Not checked yet.' })).toBe('Cancel');
  });

  it('of something to look at, on Close, unless a button of it takes the focus', () => {
    render(
      <ViewDialog title="Log" onClose={nothing}>
        Lines
      </ViewDialog>,
    );
    expect(focused()?.textContent).toBe('Close');
    cleanup();
    render(
      <ViewDialog title="Log" actions={<button type="button">Download</button>} onClose={nothing}>
        <button type="button" ref={(button) => button?.focus()}>
          Next
        </button>
      </ViewDialog>,
    );
    expect(focused()?.textContent).toBe('Next');
  });
});
