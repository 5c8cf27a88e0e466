import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RadioTree } from './RadioTree.tsx';

afterEach(cleanup);

const LONG = 'd'.repeat(100);
const families = [
  {
    name: 'body',
    leaves: [
      { id: 'b1', description: 'red' },
      { id: 'b2', description: LONG },
    ],
  },
  { name: 'wheels', leaves: [{ id: 'w1', description: '' }] },
];
const setup = (chosen: [string, string][] = []) => {
  const onChoose = vi.fn();
  render(<RadioTree label="Layers" families={families} chosen={new Map(chosen)} onChoose={onChoose} />);
  return { onChoose, user: userEvent.setup() };
};
const checked = () =>
  screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent);

describe('RadioTree', () => {
  it('ends each family with none, which stands when nothing is chosen', () => {
    setup([['body', 'b1']]);
    expect(screen.getAllByText('none')).toHaveLength(2);
    expect(checked()).toEqual(['b1red', 'none']);
  });

  it('cuts a long description and keeps all of it as the tooltip', () => {
    setup();
    expect(screen.getByText(`${'d'.repeat(80)}...`)).toBeDefined();
    expect(screen.getByTitle(LONG)).toBeDefined();
  });

  it('chooses by click, and takes the choice back by a second click', async () => {
    const { onChoose, user } = setup([['body', 'b1']]);
    await user.click(screen.getByRole('radio', { name: /^b2/ }));
    await user.click(screen.getByRole('radio', { name: /^b1/ }));
    expect(onChoose.mock.calls).toEqual([
      ['body', 'b2'],
      ['body', ''],
    ]);
  });

  it('chooses by the arrow keys', async () => {
    const { onChoose, user } = setup([['body', 'b1']]);
    screen.getByRole('radio', { name: /^b1/ }).focus();
    await user.keyboard('{ArrowDown}');
    expect(onChoose).toHaveBeenLastCalledWith('body', 'b2');
  });
});
