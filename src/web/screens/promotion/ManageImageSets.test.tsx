/** Manage image sets: the sets of every area, and dialogs that say what happens where. */
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentStates, Role, SetLoss, SetStatus } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { ManageImageSets } from './ManageImageSets.tsx';
import { ManageSearch } from './search.ts';

afterEach(cleanup);

const EVERYWHERE = '1AA1A5xxxxxxxxxx';
const LEFT_BEHIND = '2BB2A5xxxxxxxxxx';
const TARGET = '3CC3A5xxxxxxxxxx';
const row = (disId: string, content: ContentStates): SetStatus => ({
  disId,
  lastModifiedDate: '2026-11-01T10:00:00.000Z',
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content,
});

function manage(roles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_UPLOAD']) {
  const at = '/admin/manage-image-sets';
  const text = () => new Response('done', { headers: { 'content-type': 'text/plain' } });
  return renderScreen(
    { path: at, component: ManageImageSets, search: ManageSearch },
    at,
    {
      'GET /api/v2/test/dis/shortStatus': () => [
        row(EVERYWHERE, { embargo: 'same', preprod: 'older', prod: 'same' }),
        row(LEFT_BEHIND, { embargo: 'absent', preprod: 'absent', prod: 'same' }),
      ],
      [`GET /api/v2/admin/dis/${EVERYWHERE}/deletion`]: (): SetLoss[] => [
        { area: 'embargo', pictures: 1200, metaFiles: 4, packs: 3, redirectedBy: [TARGET] },
        { area: 'prod', pictures: 1, metaFiles: 1, packs: 1, redirectedBy: [] },
      ],
      [`GET /api/v2/admin/dis/${LEFT_BEHIND}/deletion`]: () =>
        new Response('{"errorMessage":"Broken."}', { status: 500 }),
      [`GET /api/v2/admin/dis/${EVERYWHERE}/rename`]: text,
      [`GET /api/v2/admin/dis/${LEFT_BEHIND}/rename`]: text,
      [`DELETE /api/v2/admin/dis/${EVERYWHERE}`]: text,
    },
    roles,
  );
}
const buttonOf = async (disId: string, name: string) => {
  const found = (await screen.findByText(disId)).closest('tr') as HTMLElement;
  return within(found).getByRole('button', { name: `${name} ${disId}` });
};
const renames = (requests: readonly string[]) => requests.filter((call) => call.includes('/rename'));

describe('manage image sets', () => {
  it('lists the sets of every area, with their areas', async () => {
    await manage();
    await screen.findByText(EVERYWHERE);
    const [first] = screen.getAllByRole('cell');
    expect(first?.textContent).toBe(`${EVERYWHERE}EmbargoPre-ProdProd`);
    const last = screen.getByText(LEFT_BEHIND).closest('td');
    expect(last?.textContent).toBe(`${LEFT_BEHIND}Prod`);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'disId',
      'Copy',
      'Rename',
      'Delete',
    ]);
  });

  it('renames in all areas that have the set, and says so', async () => {
    const { requests } = await manage(['ROLE_UPLOAD']);
    const user = userEvent.setup();
    await user.click(await buttonOf(EVERYWHERE, 'Rename'));
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain(
      `${EVERYWHERE} gets the new name in Embargo, Pre-Prod and Prod, in all at once. Content and dates stay.`,
    );
    expect(within(dialog).queryByRole('radio')).toBeNull();
    const field = within(dialog).getByLabelText('Target name');
    await user.clear(field);
    await user.paste(` ${TARGET} `);
    await user.keyboard('{Enter}');
    await screen.findByText(`Rename of ${EVERYWHERE} done.`);
    expect(renames(requests)).toEqual([`GET /api/v2/admin/dis/${EVERYWHERE}/rename?targetDisId=${TARGET}`]);
  });

  it('lets administrators choose Embargo only, and says what the others keep', async () => {
    const { requests } = await manage();
    const user = userEvent.setup();
    await user.click(await buttonOf(EVERYWHERE, 'Rename'));
    await user.click(screen.getByRole('radio', { name: 'In Embargo only' }));
    expect(screen.getByRole('dialog').textContent).toContain('Pre-Prod and Prod keep it under the old name.');
    const field = screen.getByLabelText('Target name');
    await user.clear(field);
    await user.type(field, `${TARGET}{Enter}`);
    await screen.findByText(`Rename of ${EVERYWHERE} done.`);
    expect(renames(requests)).toEqual([
      `GET /api/v2/admin/dis/${EVERYWHERE}/rename?targetDisId=${TARGET}&only=embargo`,
    ]);
  });

  it('a set that Embargo lacks can be renamed and deleted, but not copied', async () => {
    await manage();
    const user = userEvent.setup();
    const copy = await buttonOf(LEFT_BEHIND, 'Copy');
    expect(copy.getAttribute('aria-disabled')).toBe('true');
    await user.click(await buttonOf(LEFT_BEHIND, 'Rename'));
    expect(screen.getByRole('dialog').textContent).toContain(`${LEFT_BEHIND} gets the new name in Prod.`);
  });

  it('asks before it deletes, with the counts of each area and what the history keeps', async () => {
    const { requests } = await manage(['ROLE_UPLOAD']);
    const user = userEvent.setup();
    await user.click(await buttonOf(EVERYWHERE, 'Delete'));
    const dialog = await screen.findByRole('dialog', { name: `Delete image set ${EVERYWHERE}` });
    await within(dialog).findByText(`${EVERYWHERE} disappears from Embargo and Prod:`);
    expect(within(dialog).getByText('Warning: This cannot be undone')).toBeDefined();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      `Embargo: 1.200 pictures and 4 meta files from 3 packs. Sets that are redirected to it change with it: ${TARGET}.`,
      'Prod: 1 picture and 1 meta file from 1 pack.',
    ]);
    expect(dialog.textContent).toContain('The history keeps what each area showed.');
    const deletes = () => requests.filter((call) => call.startsWith('DELETE'));
    expect(deletes()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText(`Delete of ${EVERYWHERE} started.`);
    expect(deletes()).toEqual([`DELETE /api/v2/admin/dis/${EVERYWHERE}`]);
  });

  it('deletes nothing before the preview is loaded', async () => {
    await manage();
    const user = userEvent.setup();
    await user.click(await buttonOf(LEFT_BEHIND, 'Delete'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(/^Could not check what will be deleted: Broken\./);
    expect(within(dialog).getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
  });

  it('says what a copy changes', async () => {
    await manage();
    await userEvent.setup().click(await buttonOf(EVERYWHERE, 'Copy'));
    expect(screen.getByRole('dialog').textContent).toContain('Pre-Prod and Prod do not change.');
  });
});
