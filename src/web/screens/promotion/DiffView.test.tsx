/** What a promotion would change, for somebody who may see its content and for somebody who may not. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentDiff } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { DiffView } from './DiffView.tsx';

afterEach(cleanup);

const SET = '1PP2A5xxxxxxxxxx';
const content = { kind: 'dis', key: SET } as const;
const change = { source: 'embargo', target: 'preprod', what: 'all' } as const;
const diff: ContentDiff = {
  before: null,
  after: 'a'.repeat(64),
  added: 2,
  replaced: 0,
  removed: 0,
  textsChanged: 3,
  pictures: [{ path: 'exterior/001/body.png', before: null, after: 'b'.repeat(64) }],
  texts: [],
};
const show = (answer: ContentDiff) =>
  renderScreen({ path: '/', component: () => <DiffView content={content} change={change} /> }, '/', {
    [`GET /api/v2/admin/dis/${SET}/diff`]: () => answer,
  });

describe('DiffView', () => {
  it('says how much would change and why there are no pictures of it', async () => {
    await show({ ...diff, pictures: [], withheld: 'Only for embargo testers.' });
    await screen.findByText('2 pictures added, 3 changes in meta files');
    expect(screen.getByText('Only for embargo testers.')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('shows the pictures to who may see them, and no reason', async () => {
    await show(diff);
    await screen.findByRole('img', { name: 'exterior/001/body.png after' });
    expect(screen.queryByText(/Only for/)).toBeNull();
  });

  it('a replaced picture has two tiles, an added one has one; enlarged, before and after stand in one place', async () => {
    const [a, b, c] = ['b', 'c', 'd'].map((letter) => letter.repeat(64)) as [string, string, string];
    await show({
      ...diff,
      ...{ before: 'e'.repeat(64), added: 1, replaced: 1 },
      pictures: [
        { path: 'exterior/001/body.png', before: a, after: b },
        { path: 'exterior/001/wheel.png', before: null, after: c },
      ],
    });
    const user = userEvent.setup();
    const body = await screen.findByRole('button', { name: /^Enlarge exterior\/001\/body\.png: / });
    expect(within(body).getAllByRole('img')).toHaveLength(2);
    expect(within(screen.getByRole('button', { name: /wheel/ })).getAllByRole('img')).toHaveLength(1);
    await user.click(body);
    const dialog = await screen.findByRole('dialog', { name: 'exterior/001/body.png' });
    const visible = () => within(dialog).getByRole('status').textContent;
    expect(visible()).toBe('after, 1 of 2');
    const src = within(dialog).getByRole('img', { name: 'exterior/001/body.png after' }).getAttribute('src');
    expect(src).toContain(`${b}?size=print`);
    await user.keyboard(' ');
    expect(visible()).toBe('before, 1 of 2');
    within(dialog).getByRole('img', { name: 'exterior/001/body.png before' });
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'exterior/001/wheel.png' });
    expect(within(await screen.findByRole('dialog')).getByRole('status').textContent).toBe('added, 2 of 2');
  });
});
