/** Uploads continue and stay visible on every screen, and end with the outcome of the pack (A 2, 4, 8). */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pack } from '../../contract/index.ts';
import { sentPacks } from '../api/sentPacks.ts';
import { uploads } from '../api/uploads.ts';
import { NOTHING } from '../testing/emptyHome.ts';
import { type Answers, openApp } from '../testing/openApp.tsx';
import { type SentUpload, standInForUploads } from '../testing/uploads.ts';

const AT = '2026-11-21T10:00:00.000Z';
const pack = (fileName: string, part: Partial<Pack> = {}): Pack => ({
  fileName,
  kind: 'meta',
  type: 'meta',
  disIds: [],
  size: 1,
  sha256: 'a'.repeat(64),
  state: 'live',
  areas: ['embargo'],
  uploadedBy: 'tester',
  lastModifiedDate: AT,
  problems: [],
  problemCount: 0,
  ...part,
});
const taken = (fileName: string) => ({
  message: `${fileName} was received and is being read.`,
  fileName,
  sha256: 'a'.repeat(64),
  lastModifiedDate: AT,
});

let sent: SentUpload[];
beforeEach(() => {
  sent = standInForUploads();
});
afterEach(() => {
  uploads.clear();
  sentPacks.clear();
});

const open = (address: string, answers: Answers = {}) =>
  openApp(address, { ...NOTHING, packs: () => [], globalConfigs: () => [], fileElements: () => [], ...answers }, [
    'ROLE_ADMIN',
    'ROLE_UPLOAD',
  ]);
const choose = async (label: string, ...names: string[]) =>
  userEvent.upload(
    await screen.findByLabelText(label),
    names.map((name) => new File(['x'], name)),
  );
const send = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));
/** Navigates to another screen as a user does. */
const leave = () => userEvent.click(screen.getByRole('link', { name: 'Lacquer, start page' }));
const panel = () => screen.findByRole('region', { name: 'Uploads' });
const closes = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
};

describe('the panel of uploads', () => {
  it('shows uploads on other screens, where they can be cancelled; the page asks before it closes', async () => {
    await open('/upload');
    await choose('Delivery packs', 'meta_a.zip', 'meta_b.zip');
    expect(closes()).toBe(true);
    await send();
    await waitFor(() => expect(sent.map((one) => one.fileName)).toEqual(['meta_a.zip', 'meta_b.zip']));
    expect(closes()).toBe(false);
    // The screen shows them itself.
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    await leave();
    const shown = await panel();
    expect(within(shown).getByText('2 files being uploaded')).toBeDefined();
    act(() => sent[0]?.progress(40));
    expect(within(shown).getByText('40 %')).toBeDefined();
    await userEvent.click(within(shown).getByRole('button', { name: 'Cancel the upload of meta_a.zip' }));
    expect(sent[0]?.aborted).toBe(true);
    expect(within(shown).getByText('1 file being uploaded')).toBeDefined();
    expect(within(shown).getByText(/^0 B of 1,00 B/)).toBeDefined();
    act(() => sent[1]?.answer(413, ''));
    await within(shown).findByText('1 file not uploaded');
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Could not upload the file: meta_b\.zip: The file is larger than the server/,
    );
    expect(closes()).toBe(true);
    // Back where it was chosen, it can be sent again.
    await userEvent.click(within(shown).getByRole('link', { name: 'Delivery packs' }));
    await screen.findByText('failed 0 %');
    await send();
    await waitFor(() => expect(sent).toHaveLength(3));
    // And from its row.
    act(() => sent[2]?.answer(413, ''));
    await userEvent.click(await screen.findByRole('button', { name: 'Upload meta_b.zip again' }));
    await waitFor(() => expect(sent).toHaveLength(4));
  });

  it('files that fail are one notice, which counts them and leads to their list, not to a set: there may be none', async () => {
    await open('/upload');
    await choose('Delivery packs', 'meta-1PP2A5xxxxxxxxxx.zip', 'meta-1PP8A4xxxxxxxxxx.zip');
    await send();
    await waitFor(() => expect(sent).toHaveLength(2));
    act(() => sent[0]?.answer(413, ''));
    const notice = () => screen.getByRole('alert');
    await waitFor(() => expect(notice().textContent).toMatch(/^Could not upload the file: meta-1PP2A5xxxxxxxxxx\.zip/));
    const leads = () => {
      const links = within(notice()).getAllByRole('link');
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['Show the files', '/upload'],
      ]);
      return links[0] as HTMLElement;
    };
    leads();
    await leave();
    act(() => sent[1]?.answer(413, ''));
    await waitFor(() =>
      expect(notice().textContent).toContain(
        '2 files were not uploaded:\nmeta-1PP2A5xxxxxxxxxx.zip, meta-1PP8A4xxxxxxxxxx.zip',
      ),
    );
    await userEvent.click(leads());
    expect(await screen.findAllByRole('button', { name: /^Upload meta-.* again$/ })).toHaveLength(2);
  });

  it('A 4: a refused pack ends in an error notice on any screen, with a link to the problems', async () => {
    let state: Pack['state'] = 'reading';
    const problems = [{ entry: 'a.xml', reason: 'is not a meta file' }];
    const { requests, search } = await open('/upload', {
      packs: () => [pack('meta_a.zip', state === 'refused' ? { state, problems, problemCount: 1 } : { state })],
      jobChanges: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { cursor: String(performance.now()) };
      },
    });
    await choose('Delivery packs', 'meta_a.zip');
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    await leave();
    act(() => sent[0]?.answer(200, taken('meta_a.zip')));
    await screen.findByText('meta_a.zip was received and is being read.');
    state = 'refused';
    const refused = await screen.findByText('meta_a.zip was refused: 1 problem. Nothing was changed.');
    expect(refused).toBeDefined();
    expect(screen.queryByText('meta_a.zip was received and is being read.')).toBeNull();
    // The row says why, and stays until it is cleared.
    const shown = await panel();
    expect(within(shown).getByRole('listitem').textContent).toBe(
      'meta_a.zip1,00 Brefuseda.xml: is not a meta file Show the problems',
    );
    expect(within(shown).getByText('1 refused')).toBeDefined();
    expect(requests.some((call) => call.includes(`since=${encodeURIComponent(AT)}`))).toBe(true);
    await userEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Show the problems' }));
    const dialog = await screen.findByRole('dialog', { name: 'Problems of meta_a.zip' });
    expect(dialog.textContent).toContain('is not a meta file');
    expect(search().get('problems')).toBe('meta_a.zip');
    expect(sessionStorage.length).toBe(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear finished' }));
    expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull();
  });

  it('A 4: reports how each pack ended, also one that is sent after others have ended', async () => {
    const states = new Map<string, Pack['state']>([['meta_a.zip', 'reading']]);
    let version = 0;
    let changed = () => {};
    const { requests } = await open('/start', {
      packs: () => [...states].map(([fileName, state]) => pack(fileName, { state })),
      jobChanges: async ({ searchParams }) => {
        if (searchParams.has('after')) {
          await new Promise<void>((resolve) => {
            changed = resolve;
          });
        }
        version += 1;
        return { cursor: String(version) };
      },
    });
    const set = async (fileName: string, state: Pack['state']) => {
      states.set(fileName, state);
      await act(async () => changed());
    };
    await act(async () => sentPacks.add(taken('meta_a.zip')));
    for (const name of ['meta_b.zip', 'meta_c.zip', 'meta_d.zip']) {
      await set(name, 'reading');
      const before = requests.length;
      await act(async () => sentPacks.add(taken(name)));
      await waitFor(() => expect(requests.slice(before).some((call) => call.includes('/admin/files'))).toBe(true));
      const isRefused = name === 'meta_c.zip';
      await set(name, isRefused ? 'refused' : 'live');
      // Two live packs share a notice.
      const sentences = {
        'meta_b.zip': /^meta_b\.zip .* live in/s,
        'meta_c.zip': /was refused/,
        'meta_d.zip': /^2 packs .* live in/s,
      };
      await screen.findByText(sentences[name as keyof typeof sentences]);
    }
    expect(sentPacks.list().map(({ fileName }) => fileName)).toEqual(['meta_a.zip']);
  });

  it('signing out asks during uploads, and cancels them', async () => {
    await open('/upload', { signOut: () => ({ message: 'Signed out.', next: null }) });
    await choose('Delivery packs', 'meta_a.zip');
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    const signOut = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'tester' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
      return screen.findByRole('dialog', { name: 'Sign out' });
    };
    await userEvent.click(within(await signOut()).getByRole('button', { name: 'Cancel' }));
    expect(sent[0]?.aborted).toBe(false);
    await userEvent.click(within(await signOut()).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(sent[0]?.aborted).toBe(true));
    expect(closes()).toBe(true);
  });

  it('a reloaded page still reports how a pack ended', async () => {
    sentPacks.add(taken('meta_a.zip'));
    await open('/start', { packs: () => [pack('meta_a.zip')] });
    await screen.findByText(/It is live in Embargo now\./);
    await waitFor(() => expect(sentPacks.list()).toEqual([]));
  });
});

describe('choosing files', () => {
  it('A 2, 5, 8: a second choice adds files, an invalid name changes nothing, and all such names are listed', async () => {
    await open('/upload');
    await choose('Delivery packs', 'meta_a.zip');
    const bad = Array.from({ length: 9 }, (_, i) => `holiday${i}.zip`);
    await choose('Delivery packs', ...bad);
    await choose('Delivery packs', 'meta_b.zip');
    const files = within(screen.getByRole('list', { name: 'Chosen files' }));
    expect(files.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'meta_a.zip1,00 B0 %',
      'meta_b.zip1,00 B0 %',
    ]);
    expect(screen.getByRole('alert').textContent).toContain('File name holiday0.zip do not match the expected format!');
    expect(screen.getByRole('alert').textContent).toContain('… and 2 more');
    const refused = within(screen.getByRole('list', { name: 'Files not added' }));
    expect(refused.getAllByRole('listitem').map((row) => row.textContent)).toEqual(bad);
    await userEvent.click(files.getByRole('button', { name: 'Remove meta_a.zip from the list' }));
    expect(files.queryByText('meta_a.zip')).toBeNull();
  });

  it('accepts files dropped anywhere in the window, and folders with everything in them', async () => {
    const oneFile = (name: string) => ({
      isDirectory: false,
      name,
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    });
    // A browser returns the entries of a folder in portions.
    const folder = (name: string, ...portions: object[][]) => ({
      isDirectory: true,
      name,
      createReader: () => {
        const left = [...portions];
        return { readEntries: (done: (entries: object[]) => void) => done(left.shift() ?? []) };
      },
    });
    await open('/upload');
    await screen.findByLabelText('Delivery packs');
    const dropped = folder(
      'delivery',
      [oneFile('meta_a.zip'), oneFile('.DS_Store')],
      [folder('more', [oneFile('meta_b.zip')])],
    );
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, {
      dataTransfer: { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => dropped }] },
    });
    await act(async () => {
      screen.getByRole('heading', { name: 'Upload' }).dispatchEvent(event);
    });
    expect(event.defaultPrevented).toBe(true);
    const files = await screen.findByRole('list', { name: 'Chosen files' });
    expect(within(files).getAllByRole('listitem')).toHaveLength(2);
    expect(within(files).getByText('meta_b.zip')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Files not added' })).toBeNull();
  });

  it('A 2: files chosen for an area are discarded when the area changes', async () => {
    await open('/admin/manage-global-configs');
    await choose('Configuration files', 'country_list_1.xml');
    expect(screen.getByRole('list', { name: 'Chosen files' })).toBeDefined();
    await userEvent.click(screen.getByLabelText('Test area'));
    await userEvent.click(screen.getByRole('option', { name: /Prod area|^Prod$/ }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull());
    await userEvent.click(screen.getByLabelText('Test area'));
    await userEvent.click(screen.getByRole('option', { name: /Embargo/ }));
    expect(screen.queryByRole('list', { name: 'Chosen files' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Upload' }).hasAttribute('disabled')).toBe(true);
  });
});
