import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NoticeProvider, useNotices, useNotify } from './Notices.tsx';
import { noticeGroup } from './noticeGroups.ts';

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
function Packs({ names }: { names: readonly string[] }) {
  const { notify } = useNotices();
  return names.map((name) => (
    <p key={name}>
      <button
        type="button"
        onClick={() =>
          notify('success', `${name} was received.`, { about: name, group: noticeGroup('received', name) })
        }
      >
        send {name}
      </button>
      <button type="button" onClick={() => notify('error', `${name} was refused.`, { about: name })}>
        refuse {name}
      </button>
    </p>
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

  it('are at most seven: an eighth error waits until one is dismissed, and a success makes way', async () => {
    const names = ['e1', 'e2', 's3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9'];
    render(
      <NoticeProvider>
        <Severities names={names} />
      </NoticeProvider>,
    );
    const user = userEvent.setup();
    for (const name of names) await user.click(say(name));
    expect(screen.getAllByRole('alert')).toHaveLength(7);
    expect(screen.queryByText('said s3')).toBeNull();
    expect(screen.queryByText('said e1')).toBeNull();
    expect(screen.getByText('1 more below these')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
    expect(screen.getByText('said e1')).toBeDefined();
    expect(screen.queryByText('said e9')).toBeNull();
  });

  it('of one kind become one with a count; what became of one of them takes it out again', async () => {
    const names = ['a.zip', 'b.zip', 'c.zip'];
    render(
      <NoticeProvider>
        <Packs names={names} />
      </NoticeProvider>,
    );
    const user = userEvent.setup();
    for (const name of names) await user.click(say(`send ${name}`));
    const received = () => screen.getByRole('status').textContent;
    expect(received()).toBe('3 packs were received and are being read.');
    await user.click(say('refuse b.zip'));
    expect(received()).toBe('2 packs were received and are being read.');
    expect(screen.getByRole('alert').textContent).toBe('b.zip was refused.');
    await user.click(say('refuse a.zip'));
    expect(received()).toBe('c.zip was received.');
    await user.click(say('refuse c.zip'));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('mark the page while there are any, so that it makes room for them', async () => {
    const user = setup(['one']);
    expect(document.documentElement.dataset['notices']).toBeUndefined();
    await user.click(say('one'));
    expect(document.documentElement.dataset['notices']).toBe('');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(document.documentElement.dataset['notices']).toBeUndefined();
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

it('leads to the page of the one set that a notice names', async () => {
  const user = userEvent.setup();
  const one = 'Rename of 1PP2A5xxxxxxxxxx done.';
  const two = '1PP2A5xxxxxxxxxx and 1PP2A6xxxxxxxxxx';
  const version = 'Version 1PP2A5QESFB0A0F4';
  setup([one, two, version]);
  for (const text of [two, version]) await user.click(screen.getByRole('button', { name: text }));
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(screen.getByRole('button', { name: one }));
  const link = screen.getByRole('link', { name: 'Show the set' });
  expect(link.getAttribute('href')).toBe('/sets/1PP2A5xxxxxxxxxx');
  await user.click(link);
  expect(window.location.pathname).toBe('/sets/1PP2A5xxxxxxxxxx');
});
