/** Global configurations: the history of each file, restoring, and the confirmation before Prod changes. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigHistoryEntry } from '../../../contract/index.ts';
import { uploads } from '../../api/uploads.ts';
import { type Answers, openApp } from '../../testing/openApp.tsx';
import { type SentUpload, standInForUploads } from '../../testing/uploads.ts';

const NAME = 'country_list_1.xml';
const text = (...names: string[]) =>
  ['<countries>', ...names.map((name) => `  <country name="${name}"/>`), '</countries>'].join('\n');
const CONTENTS: Readonly<Record<number, string | null>> = {
  1: text('Germany'),
  2: text('Germany', 'France'),
  3: null,
  4: text('Germany', 'France', 'Spain'),
};
const version = (id: number, action: ConfigHistoryEntry['action'], fileName = NAME): ConfigHistoryEntry => ({
  id,
  fileName,
  action,
  at: `2026-11-0${id}T10:00:00.000Z`,
  who: 'anna',
  size: CONTENTS[id]?.length ?? null,
  current: id === 4,
});
const VERSIONS = [version(4, 'upload'), version(3, 'delete'), version(2, 'upload'), version(1, 'upload')];

let sent: SentUpload[];
beforeEach(() => {
  sent = standInForUploads();
});
afterEach(() => uploads.clear());

const open = (address: string, answers: Answers = {}) =>
  openApp(address, {
    globalConfigs: () => [{ fileName: NAME, content: CONTENTS[4] ?? '' }],
    globalConfigHistory: () => VERSIONS,
    globalConfigHistoryContent: ({ searchParams }) => ({
      fileName: NAME,
      content: CONTENTS[Number(searchParams.get('entry'))] ?? null,
    }),
    ...answers,
  });
const rowsOf = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('table', { name: 'History' }))
    .getAllByRole('row')
    .slice(1);
const button = (row: HTMLElement | undefined, name: string) =>
  within(row as HTMLElement).getByRole('button', { name: (whole) => whole.startsWith(name) });

describe('the history of a configuration file', () => {
  it('says who changed it when, and what each change was', async () => {
    const { requests, search } = await open('/admin/manage-global-configs?area=prod');
    await userEvent.click(await screen.findByTitle(`History of ${NAME}`));
    const dialog = await screen.findByRole('dialog', { name: `History of ${NAME} in Prod` });
    await waitFor(() => expect(rowsOf(dialog)).toHaveLength(4));
    expect(rowsOf(dialog).map((row) => row.textContent)).toEqual([
      '04.11.2026, 12:00:00uploadedanna105,00 BChangesnow',
      '03.11.2026, 12:00:00deletedannaChangesRestore …',
      '02.11.2026, 12:00:00uploadedanna79,00 BChangesRestore …',
      '01.11.2026, 12:00:00uploadedanna52,00 BChangesRestore …',
    ]);
    expect(search().get('history')).toBe(NAME);
    await userEvent.click(button(rowsOf(dialog)[2], 'Changes'));
    const changes = within(await within(dialog).findByRole('region', { name: 'Changes' }));
    const added = await changes.findByText('<country name="France"/>', { exact: false });
    expect(added.closest('ins')).not.toBeNull();
    expect((await changes.findByText('<country name="Germany"/>', { exact: false })).closest('ins, del')).toBeNull();
    // Each area has its own.
    expect(requests.filter((call) => call.includes('global-files/history?'))).toEqual([
      `GET /api/v2/admin/global-files/history?fileName=${NAME}`,
    ]);
  });

  it('restores an earlier file after showing what that changes', async () => {
    const { requests } = await open(`/admin/manage-global-configs?area=prod&history=${NAME}`, {
      restoreGlobalConfig: () => ({ message: `${NAME} is active in Prod again, as it was before.` }),
    });
    const dialog = await screen.findByRole('dialog', { name: `History of ${NAME} in Prod` });
    await waitFor(() => expect(rowsOf(dialog)).toHaveLength(4));
    await userEvent.click(button(rowsOf(dialog)[2], 'Restore …'));
    const question = await screen.findByRole('dialog', { name: `Restore ${NAME} in Prod` });
    const removed = await within(question).findByText('<country name="Spain"/>', { exact: false });
    expect(removed.closest('del')).not.toBeNull();
    await userEvent.click(within(question).getByRole('button', { name: 'Restore in Prod' }));
    await screen.findByText(`${NAME} is active in Prod again, as it was before.`);
    expect(requests).toContain('POST /api/v2/admin/global-files/restore');
  });

  it('of all files includes deleted files', async () => {
    const deleted = { ...version(3, 'delete', 'country_list_gone.xml'), current: true };
    await open('/admin/manage-global-configs', { globalConfigHistory: () => [deleted] });
    await userEvent.click(await screen.findByRole('button', { name: 'History of all files' }));
    const dialog = await screen.findByRole('dialog', { name: 'History of the configuration of Embargo' });
    await within(dialog).findByText('country_list_gone.xml');
  });
});

describe('uploading configuration files', () => {
  const choose = async (...names: string[]) =>
    userEvent.upload(
      await screen.findByLabelText('Configuration files'),
      names.map((name) => new File([text('Germany', 'Spain')], name)),
    );
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));

  it('to Prod asks first, and shows what each file replaces', async () => {
    await open('/admin/manage-global-configs?area=prod');
    await screen.findByText(NAME);
    await choose(NAME, 'country_list_2.xml');
    await send();
    const question = await screen.findByRole('dialog', { name: 'Change the configuration of Prod' });
    expect(sent).toHaveLength(0);
    within(question).getByText('country_list_2.xml is new');
    await userEvent.click(within(question).getByText(`${NAME} replaces the file of the same name`));
    const removed = await within(question).findByText('<country name="France"/>', { exact: false });
    expect(removed.closest('del')).not.toBeNull();
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent).toHaveLength(0);
    await send();
    await userEvent.click(await screen.findByRole('button', { name: 'Upload to Prod' }));
    await waitFor(() => expect(sent.map(({ url }) => url)).toEqual(['/api/v2/admin/global-files']));
    act(() => sent[0]?.answer(200, { message: 'In force.' }));
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('to another area does not ask', async () => {
    await open('/admin/manage-global-configs?area=preprod');
    await choose(NAME);
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
