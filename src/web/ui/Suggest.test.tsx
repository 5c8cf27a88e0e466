import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Suggest } from './Suggest.tsx';

afterEach(cleanup);

const setup = (value = '', free = false) => {
  const onChoose = vi.fn();
  render(<Suggest label="Set" options={['AAA1', 'BBB1', 'ABC2']} value={value} onChoose={onChoose} free={free} />);
  return { onChoose, user: userEvent.setup(), field: screen.getByRole('combobox', { name: 'Set' }) };
};
/** A filter whose text lives outside, as on the promotion screens. */
function Filter() {
  const [text, setText] = useState('b');
  return (
    <>
      <Suggest label="Set" options={['AAA1', 'BBB1', 'ABC2']} value={text} onChoose={setText} free />
      <output aria-label="Filter">{text}</output>
    </>
  );
}

const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('Suggest', () => {
  it('finds a substring in upper or lower case', async () => {
    const { user, field } = setup();
    await user.type(field, 'bc');
    await waitFor(() => expect(offered()).toEqual(['ABC2']));
  });

  it('offers everything when opened with a value', async () => {
    const { user, field } = setup('BBB1');
    await user.click(field);
    expect(offered()).toEqual(['AAA1', 'BBB1', 'ABC2']);
  });

  it('says when nothing fits', async () => {
    const { user, field } = setup();
    await user.type(field, 'zzz');
    await waitFor(() => expect(screen.getByText('Nothing fits')).toBeDefined());
  });

  it('chooses by keyboard and clears', async () => {
    const { onChoose, user, field } = setup('AAA1');
    await user.click(field);
    await user.keyboard('{ArrowDown}{Enter}');
    await user.clear(field);
    expect(onChoose.mock.calls).toEqual([['BBB1'], ['']]);
  });

  it('T 2.8, 5: a free field tells what is typed, once it stands still', async () => {
    const { onChoose, user, field } = setup('', true);
    await user.type(field, 'bb');
    expect(onChoose).not.toHaveBeenCalled();
    await waitFor(() => expect(onChoose.mock.calls).toEqual([['bb']]));
    await user.click(screen.getByRole('option', { name: 'BBB1' }));
    expect(onChoose).toHaveBeenLastCalledWith('BBB1');
  });

  it('T 2.8: a free field offers what fits its text, also after that text filters, after a reload and a choice', async () => {
    render(<Filter />);
    const user = userEvent.setup();
    const field = screen.getByRole('combobox', { name: 'Set' });
    await user.click(field);
    expect(offered()).toEqual(['BBB1', 'ABC2']);
    await user.keyboard('{End}c');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Filter' }).textContent).toBe('bc'));
    expect(offered()).toEqual(['ABC2']);
    await user.click(screen.getByRole('option', { name: 'ABC2' }));
    await user.click(field);
    expect(offered()).toEqual(['ABC2']);
    await user.clear(field);
    await waitFor(() => expect(offered()).toEqual(['AAA1', 'BBB1', 'ABC2']));
  });
});
