import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SuggestField } from './SuggestField.tsx';

afterEach(cleanup);

const OPTIONS = ['AAA1', 'BBB1', 'ABC2'];
const setup = (value = '', freeText = false) => {
  const onChoose = vi.fn();
  render(<SuggestField label="Set" options={OPTIONS} value={value} onChoose={onChoose} freeText={freeText} />);
  return { onChoose, user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Set' }) };
};
/** A filter whose text lives outside, as on the promotion screens. */
function Filter() {
  const [text, setText] = useState('b');
  return (
    <>
      <SuggestField label="Set" options={OPTIONS} value={text} onChoose={setText} freeText />
      <output aria-label="Filter">{text}</output>
      <button type="button" onClick={() => setText('c')}>
        Elsewhere
      </button>
    </>
  );
}

/** A field in a form, whose value is kept, with a button beside it. */
function Form({
  options,
  onSubmit,
  onChoose,
}: {
  options: string[] | null;
  onSubmit: () => void;
  onChoose: (option: string) => void;
}) {
  const [value, setValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SuggestField
        label="Set"
        options={options ?? []}
        loading={options === null}
        value={value}
        textOf={(id) => `${id} - label of ${id}`}
        idLength={4}
        onChoose={(option) => {
          onChoose(option);
          setValue(option);
        }}
      />
      <button type="button">Elsewhere</button>
    </form>
  );
}
const setupForm = (options: string[] | null = OPTIONS) => {
  const onSubmit = vi.fn();
  const onChoose = vi.fn();
  const form = (now: string[] | null) => <Form options={now} onSubmit={onSubmit} onChoose={onChoose} />;
  const { rerender } = render(form(options));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Set' });
  return { onSubmit, onChoose, field, user: userEvent.setup(), load: (now: string[]) => rerender(form(now)) };
};
/** The pointer moves over it: what the user-event library makes has no movement. */
const point = (option: HTMLElement) => fireEvent.pointerMove(option, { movementX: 3 });
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('SuggestField', () => {
  it('says when it lists a part of the options', async () => {
    const many = Array.from({ length: 2006 }, (_, i) => `SET${i}`);
    render(<SuggestField label="Set" options={many} value="" onChoose={() => {}} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('combobox', { name: 'Set' }));
    expect(screen.getByText('200 of 2.006 — type to narrow')).toBeDefined();
    expect(screen.getAllByRole('option')).toHaveLength(200);
    await user.keyboard('SET2005');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.queryByText(/type to narrow/)).toBeNull();
  });

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

  it('says when nothing matches', async () => {
    const { user, field } = setup();
    await user.type(field, 'zzz');
    await waitFor(() => expect(screen.getByText('Nothing matches')).toBeDefined());
  });

  it('chooses by keyboard and clears', async () => {
    const { onChoose, user, field } = setup('AAA1');
    await user.click(field);
    await user.keyboard('{ArrowDown}{Enter}');
    await user.clear(field);
    expect(onChoose.mock.calls).toEqual([['BBB1'], ['']]);
  });

  it('T 2.8, 5: a free field reports the text once typing pauses', async () => {
    const { onChoose, user, field } = setup('', true);
    await user.click(field);
    // Both keys in one turn: no machine is too slow for the pause between them.
    for (const value of ['b', 'bb']) fireEvent.change(field, { target: { value } });
    expect(onChoose).not.toHaveBeenCalled();
    await waitFor(() => expect(onChoose.mock.calls).toEqual([['bb']]));
    await user.click(screen.getByRole('option', { name: 'BBB1' }));
    expect(onChoose).toHaveBeenLastCalledWith('BBB1');
  });

  it('T 2.8: a free field offers what matches its text, also after that text filters, after a reload and a choice', async () => {
    render(<Filter />);
    const user = userEvent.setup();
    const field = screen.getByRole('combobox', { name: 'Set' });
    await user.click(field);
    expect(offered()).toEqual(['BBB1', 'ABC2']);
    await user.keyboard('{End}c');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Filter' }).textContent).toBe('bc'));
    await waitFor(() => expect(offered()).toEqual(['ABC2']));
    await user.click(screen.getByRole('option', { name: 'ABC2' }));
    await user.click(field);
    expect(offered()).toEqual(['ABC2']);
    await user.clear(field);
    await waitFor(() => expect(offered()).toEqual(['AAA1', 'BBB1', 'ABC2']));
  });

  it('takes a filter that changes outside, and forgets what was typed just before', async () => {
    render(<Filter />);
    const user = userEvent.setup();
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Set' });
    await user.type(field, 'x');
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(screen.getByRole('status', { name: 'Filter' }).textContent).toBe('c');
    expect(field.value).toBe('c');
  });

  it('keeps the list under a moving pointer, so that a click hits the intended option', async () => {
    const { onChoose, user, field } = setup();
    await user.type(field, 'bc');
    const aimed = screen.getByRole('option', { name: 'ABC2' });
    point(aimed);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(offered()).toEqual(OPTIONS);
    await user.pointer({ keys: '[MouseLeft]', target: aimed });
    expect(onChoose.mock.calls).toEqual([['ABC2']]);
  });

  it('keeps the list under a press that does not move', () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { onChoose, field } = setup();
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: 'bc' } });
    const aimed = screen.getByRole('option', { name: 'ABC2' });
    fireEvent.pointerDown(aimed);
    act(() => vi.advanceTimersByTime(400));
    expect(offered()).toEqual(OPTIONS);
    fireEvent.click(aimed);
    expect(onChoose.mock.calls).toEqual([['ABC2']]);
  });

  it('narrows the list when the pointer has left it, or typing continues', async () => {
    const { user, field } = setup();
    await user.type(field, 'b');
    point(screen.getByRole('option', { name: 'AAA1' }));
    await user.type(field, 'c', { skipClick: true });
    await waitFor(() => expect(offered()).toEqual(['ABC2']));
    await user.clear(field);
    await user.type(field, 'b');
    await user.pointer({ target: screen.getByRole('option', { name: 'ABC2' }) });
    point(screen.getByRole('option', { name: 'ABC2' }));
    await user.pointer({ target: field });
    await waitFor(() => expect(offered()).toEqual(['BBB1', 'ABC2']));
  });

  describe('T 2.1, 5: accepts a typed text', () => {
    it.each([
      ['the only suggestion that fits', 'bc', 'ABC2'],
      ['an id in small letters, with blanks around it', '  bbb1 ', 'BBB1'],
    ])('%s, on Enter, which submits nothing yet', async (_what, typed, meant) => {
      const { onChoose, onSubmit, user, field } = setupForm();
      await user.type(field, typed);
      await user.keyboard('{Enter}');
      expect(onChoose).toHaveBeenLastCalledWith(meant);
      expect(field.value).toBe(`${meant} - label of ${meant}`);
      expect(offered()).toEqual([]);
      expect(onSubmit).not.toHaveBeenCalled();
      await user.keyboard('{Enter}');
      expect(onSubmit).toHaveBeenCalledOnce();
    });

    it('that only one option matches, when the field loses the focus', async () => {
      const { onChoose, user, field } = setupForm();
      await user.type(field, 'bc');
      await user.tab();
      expect(onChoose.mock.calls).toEqual([['ABC2']]);
      expect(field.value).toBe('ABC2 - label of ABC2');
    });

    it.each(['ABC2', 'abc2\n', 'ABC2 - another label'])('that is a pasted id, immediately: %j', async (pasted) => {
      const { onChoose, user, field } = setupForm();
      await user.click(field);
      await user.paste(pasted);
      expect(onChoose.mock.calls).toEqual([['ABC2']]);
      await user.tab();
      expect(onChoose).toHaveBeenCalledOnce();
      expect(field.value).toBe('ABC2 - label of ABC2');
    });

    it('that is an id pasted before the options are loaded', async () => {
      const { onChoose, onSubmit, user, field, load } = setupForm(null);
      await user.click(field);
      await user.paste('ABC2');
      await user.keyboard('{Enter}');
      await user.tab();
      expect(field.value).toBe('ABC2');
      load(OPTIONS);
      expect(onChoose.mock.calls).toEqual([['ABC2']]);
      expect(field.value).toBe('ABC2 - label of ABC2');
      expect(onSubmit).not.toHaveBeenCalled();
    });

    it('but not when several options match: Enter keeps the text, leaving the field removes it', async () => {
      const { onChoose, onSubmit, user, field } = setupForm();
      await user.type(field, 'b');
      await user.keyboard('{Enter}');
      expect(field.value).toBe('b');
      expect(onSubmit).not.toHaveBeenCalled();
      await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
      expect(field.value).toBe('');
      expect(onChoose).not.toHaveBeenCalled();
      expect(screen.getByText('Several options match “b”.')).toBeDefined();
    });

    it('and says when nothing matches, until something else is typed', async () => {
      const { user, field } = setupForm();
      await user.click(field);
      await user.paste(' ZZZ9 ');
      await user.tab();
      expect(field.value).toBe('');
      expect(screen.getByText('Nothing matches “ZZZ9”.')).toBeDefined();
      expect(field.getAttribute('aria-describedby')).toBeTruthy();
      await user.type(field, 'a');
      expect(screen.queryByText(/Nothing matches “ZZZ9”/)).toBeNull();
    });

    it('and not the previous value, which the list still highlights', async () => {
      const { onChoose, user, field } = setupForm();
      await user.click(field);
      await user.paste('AAA1');
      await user.clear(field);
      await user.type(field, 'bc{Enter}');
      expect(onChoose).toHaveBeenLastCalledWith('ABC2');
    });
  });
});
