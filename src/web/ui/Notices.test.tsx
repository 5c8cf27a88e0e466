import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
function Severities({ names }: { names: string[] }) {
  const notify = useNotify();
  return names.map((name) => (
    <button key={name} type="button" onClick={() => notify(name.startsWith('e') ? 'error' : 'success', `said ${name}`)}>
      {name}
    </button>
  ));
}
function Pack({ follow }: { follow: () => void }) {
  const notify = useNotify();
  const link = { label: 'Show the problems', href: '/upload?problems=a.zip', follow };
  return (
    <>
      <button type="button" onClick={() => notify('success', 'a.zip was received.', { about: 'a.zip' })}>
        send
      </button>
      <button type="button" onClick={() => notify('error', 'a.zip was refused.', { about: 'a.zip', link })}>
        refuse
      </button>
    </>
  );
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

  it('are dismissed all at once, where there is more than one', async () => {
    const user = setup(['one', 'two']);
    await user.click(say('one'));
    expect(screen.queryByRole('button', { name: 'Dismiss all' })).toBeNull();
    await user.click(say('two'));
    await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
    expect(screen.queryAllByRole('alert')).toEqual([]);
  });

  it('count the same text instead of stacking it', async () => {
    const user = setup(['one']);
    for (let i = 0; i < 3; i += 1) await user.click(say('one'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('× 3');
  });

  it('are at most seven: the oldest makes way', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `n${i}`);
    const user = setup(names);
    for (const name of names) await user.click(say(name));
    expect(screen.getAllByRole('alert')).toHaveLength(7);
    expect(screen.queryByText('said n0')).toBeNull();
    expect(screen.getByText('said n7')).toBeDefined();
  });

  it('push out the oldest success before any error', async () => {
    const notices = ['e0', 's1', 's2', 'e3', 's4', 's5', 's6', 's7', 'e8'];
    render(
      <NoticeProvider>
        <Severities names={notices} />
      </NoticeProvider>,
    );
    const user = userEvent.setup();
    for (const name of notices) await user.click(say(name));
    expect(screen.getAllByText(/^said/).map((notice) => notice.textContent)).toEqual(
      ['e8', 's7', 's6', 's5', 's4', 'e3', 'e0'].map((name) => `said ${name}`),
    );
  });

  it('about the same thing replace the earlier one, and link to where one can act', async () => {
    const follow = vi.fn();
    render(
      <NoticeProvider>
        <Pack follow={follow} />
      </NoticeProvider>,
    );
    const user = userEvent.setup();
    await user.click(say('send'));
    await user.click(say('refuse'));
    expect(screen.queryByText('a.zip was received.')).toBeNull();
    const problems = within(screen.getByRole('alert')).getByRole('link', { name: 'Show the problems' });
    expect(problems.getAttribute('href')).toBe('/upload?problems=a.zip');
    await user.click(problems);
    expect(follow).toHaveBeenCalledOnce();
  });
});
