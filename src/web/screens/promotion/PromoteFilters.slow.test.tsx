import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PromoteFilters } from './PromoteFilters.tsx';

afterEach(cleanup);

describe('PromoteFilters', () => {
  it('T 2.8: asks for direction, states, name and days, in this order', () => {
    render(
      <PromoteFilters
        legend="From area to area"
        directions={[['embargo-preprod', 'Embargo to Pre-Production']]}
        search={{}}
        onChange={() => {}}
        nameLabel="Enter Dynamic Image Set Id"
        names={[]}
        onReset={() => {}}
      />,
    );
    const controls = [
      screen.getByRole('radio'),
      screen.getByRole('checkbox', { name: 'not promoted' }),
      screen.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' }),
      screen.getByRole('group', { name: 'Last uploaded from' }),
      screen.getByRole('group', { name: 'Last uploaded to' }),
      screen.getByRole('button', { name: 'Reset' }),
    ];
    for (const [at, control] of controls.entries()) {
      const next = controls[at + 1];
      if (next) expect(control.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });
});
