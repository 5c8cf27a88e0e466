import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AREAS } from '../../contract/index.ts';
import { AreaSelect } from './AreaSelect.tsx';

afterEach(cleanup);

describe('AreaSelect', () => {
  it('A 3, T 9: shows the display values of the test areas, and chooses by value', async () => {
    const onChange = vi.fn();
    render(<AreaSelect value="embargo" areas={AREAS} onChange={onChange} />);
    const user = userEvent.setup();
    expect(screen.getByLabelText('Test area').textContent).toBe('Embargo area');
    await user.click(screen.getByLabelText('Test area'));
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual(['Embargo area', 'Pre-Prod area', 'Prod area']);
    await user.click(screen.getByRole('option', { name: 'Pre-Prod area' }));
    expect(onChange).toHaveBeenCalledWith('preprod');
  });
});
