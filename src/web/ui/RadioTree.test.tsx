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
  it('draws again only the family that changed, whatever objects it is told in', () => {
    const onChoose = vi.fn();
    const lists = families.map(({ leaves }) => {
      const list = [...leaves];
      return { list, drawn: vi.spyOn(list, 'map') };
    });
    const tree = (chosen: [string, string][]) => (
      <RadioTree
        label="Layers"
        families={families.map(({ name }, i) => ({ name, leaves: lists[i]?.list ?? [] }))}
        chosen={new Map(chosen)}
        onChoose={onChoose}
      />
    );
    const { rerender } = render(tree([['body', 'b1']]));
    for (const { drawn } of lists) drawn.mockClear();
    rerender(tree([['body', 'b2']]));
    expect(lists.map(({ drawn }) => drawn.mock.calls.length)).toEqual([1, 0]);
    expect(checked()).toHaveLength(2);
  });

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
