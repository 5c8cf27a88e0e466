import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { NoticeProvider, useNotify } from './Notices.tsx';

afterEach(cleanup);

function Buttons({ texts }: { texts: string[] }) {
  const notify = useNotify();
  return texts.map((text) => (
    <button key={text} type="button" onClick={() => notify('error', `said ${text}`)}>
      {text}
    </button>
  ));
}
const setup = (texts: string[]) => {
  render(
    <NoticeProvider>
      <Buttons texts={texts} />
    </NoticeProvider>,
  );
  return userEvent.setup();
};
const say = (name: string) => screen.getByRole('button', { name });

describe('notices', () => {
  it('stay until they are dismissed', async () => {
    const user = setup(['one', 'two']);
    await user.click(say('one'));
    await user.click(say('two'));
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    // The latest stands first.
    await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
    expect(screen.getAllByRole('alert').map((notice) => notice.textContent)).toEqual(['said one']);
  });

  it('count the same text instead of stacking it', async () => {
    const user = setup(['one']);
    for (let i = 0; i < 3; i += 1) await user.click(say('one'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('× 3');
  });

  it('are at most seven: the oldest goes', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `n${i}`);
    const user = setup(names);
    for (const name of names) await user.click(say(name));
    expect(screen.getAllByRole('alert')).toHaveLength(7);
    expect(screen.queryByText('said n0')).toBeNull();
    expect(screen.getByText('said n7')).toBeDefined();
  });
});
