import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
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
const setup = (
  chosen: [string, string][] = [],
  look: Pick<ComponentProps<typeof RadioTree>, 'toggle' | 'cutIn'> = { cutIn: 'text' },
) => {
  const onChoose = vi.fn();
  render(<RadioTree label="Layers" families={families} chosen={new Map(chosen)} onChoose={onChoose} {...look} />);
  return { onChoose, user: userEvent.setup() };
};
const checked = () =>
  screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent);

describe('RadioTree', () => {
  it('draws only the family that changed again, even if all objects are new', () => {
    const onChoose = vi.fn();
    const lists = families.map(({ leaves }) => {
      const list = [...leaves];
      return { list, drawn: vi.spyOn(list, 'map') };
    });
    const tree = (chosen: [string, string][]) => (
      <RadioTree
        label="Layers"
        cutIn="text"
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

  it('ends each family with none, which is selected when nothing is chosen', () => {
    setup([['body', 'b1']]);
    expect(screen.getAllByText('none')).toHaveLength(2);
    expect(checked()).toEqual(['b1red', 'none']);
  });

  it('cuts a long description and keeps all of it as the tooltip; a short one has a tooltip as well', () => {
    setup();
    expect(screen.getByText(`${'d'.repeat(80)}...`)).toBeDefined();
    expect(screen.getByTitle(LONG)).toBeDefined();
    expect(screen.getByTitle('red')).toBeDefined();
  });

  it('cuts the tooltip instead, and keeps all in the text', () => {
    setup([], { cutIn: 'tooltip' });
    expect(screen.getByTitle(`${'d'.repeat(80)}...`)).toBeDefined();
    expect(screen.getByText(LONG)).toBeDefined();
  });

  it('chooses by click; a second click chooses none if the tree toggles', async () => {
    const { onChoose, user } = setup([['body', 'b1']], { cutIn: 'text', toggle: true });
    await user.click(screen.getByRole('radio', { name: /^b2/ }));
    await user.click(screen.getByRole('radio', { name: /^b1/ }));
    expect(onChoose.mock.calls).toEqual([
      ['body', 'b2'],
      ['body', ''],
    ]);
  });

  it('otherwise a second click changes nothing, also on none', async () => {
    const { onChoose, user } = setup([['body', 'b1']]);
    await user.dblClick(screen.getByRole('radio', { name: /^b1/ }));
    for (const none of screen.getAllByRole('radio', { name: 'none', checked: true })) await user.click(none);
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('labels groups whose names contain blanks or are in two trees', () => {
    const wheels = [{ name: 'alloy wheels', leaves: [{ id: 'w1', description: '' }] }];
    for (const label of ['One', 'Two']) {
      render(<RadioTree label={label} cutIn="text" families={wheels} chosen={new Map()} onChoose={() => {}} />);
    }
    const groups = screen.getAllByRole('radiogroup', { name: 'alloy wheels' });
    expect(groups).toHaveLength(2);
    expect(new Set(screen.getAllByRole<HTMLInputElement>('radio').map(({ name }) => name)).size).toBe(2);
  });

  it('chooses by the arrow keys', async () => {
    const { onChoose, user } = setup([['body', 'b1']]);
    screen.getByRole('radio', { name: /^b1/ }).focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^b2/ }).checked).toBe(true);
    await waitFor(() => expect(onChoose).toHaveBeenLastCalledWith('body', 'b2'));
  });

  it('takes what the arrow keys stand on when the focus leaves the family', async () => {
    const { onChoose, user } = setup([['body', 'b1']]);
    screen.getByRole('radio', { name: /^b1/ }).focus();
    await user.keyboard('{ArrowDown}');
    await user.tab();
    expect(onChoose).toHaveBeenLastCalledWith('body', 'b2');
  });

  describe('tells what may be chosen soon', () => {
    const aimed = (look: Pick<ComponentProps<typeof RadioTree>, 'toggle'> = {}) => {
      const onAim = vi.fn();
      const chosen = new Map([['body', 'b1']]);
      render(
        <RadioTree
          label="Layers"
          cutIn="text"
          families={families}
          chosen={chosen}
          onChoose={() => {}}
          onAim={onAim}
          {...look}
        />,
      );
      return { onAim, leaf: (name: RegExp) => screen.getByRole('radio', { name }).closest('label') as HTMLElement };
    };

    it('when a pointer rests on a leaf, not when it passes, and not for what is chosen already', async () => {
      const { onAim, leaf } = aimed();
      fireEvent.pointerEnter(leaf(/^b1/), { pointerType: 'mouse' });
      fireEvent.pointerLeave(leaf(/^b1/), { pointerType: 'mouse' });
      fireEvent.pointerEnter(leaf(/^w1/), { pointerType: 'mouse' });
      fireEvent.pointerLeave(leaf(/^w1/), { pointerType: 'mouse' });
      fireEvent.pointerEnter(leaf(/^b2/), { pointerType: 'mouse' });
      await waitFor(() => expect(onAim.mock.calls).toEqual([['body', 'b2', false]]));
    });

    it('not while the pointer moves over it, but once it stands still', () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const { onAim, leaf } = aimed();
        fireEvent.pointerEnter(leaf(/^b2/), { pointerType: 'mouse' });
        for (let i = 0; i < 10; i++) {
          vi.advanceTimersByTime(30);
          fireEvent.pointerMove(leaf(/^b2/), { pointerType: 'mouse' });
        }
        expect(onAim).not.toHaveBeenCalled();
        vi.advanceTimersByTime(50);
        expect(onAim.mock.calls).toEqual([['body', 'b2', false]]);
        // It is told once, however the pointer moves on it after that.
        fireEvent.pointerMove(leaf(/^b2/), { pointerType: 'mouse' });
        vi.advanceTimersByTime(100);
        expect(onAim).toHaveBeenCalledTimes(1);
      } finally {
        vi.useRealTimers();
      }
    });

    it('at once when the mouse is pressed; a finger that scrolls chooses nothing', async () => {
      const { onAim, leaf } = aimed({ toggle: true });
      fireEvent.pointerDown(leaf(/^w1/), { pointerType: 'touch', button: 0 });
      fireEvent.pointerCancel(leaf(/^w1/), { pointerType: 'touch' });
      fireEvent.pointerDown(leaf(/^b1/), { pointerType: 'mouse', button: 0 });
      expect(onAim.mock.calls).toEqual([['body', '', true]]);
      fireEvent.pointerDown(leaf(/^b2/), { pointerType: 'touch', button: 0 });
      await waitFor(() => expect(onAim.mock.calls.slice(1)).toEqual([['body', 'b2', false]]));
    });

    it('when an arrow key rests on a leaf, before it is chosen', async () => {
      const { onAim } = aimed();
      screen.getByRole('radio', { name: /^b1/ }).focus();
      await userEvent.keyboard('{ArrowDown}');
      await waitFor(() => expect(onAim.mock.calls).toEqual([['body', 'b2', false]]));
    });
  });
});
