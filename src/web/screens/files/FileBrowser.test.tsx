/** The file browser: how folders open and sort, and how texts of any size show (A 2). */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileElement } from '../../../contract/index.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { FileBrowser } from './FileBrowser.tsx';
import { FileSearch } from './search.ts';

afterEach(cleanup);

const element = (name: string, part: Partial<FileElement> = {}): FileElement => ({
  id: `/embargo/dis/SET/${name}`,
  name,
  parent: '/embargo/dis/SET',
  isFolder: false,
  content: null,
  lastModifiedDate: '2026-11-21T10:00:00Z',
  size: 100,
  ...part,
});
const NAMES = ['view10', 'view9', 'Zebra', 'Äpfel', 'apfel2', 'apfel10'];

function browse(at: string, elements: readonly FileElement[], text = '') {
  return renderScreen({ path: '/admin/file-browser', component: FileBrowser, search: FileSearch }, at, {
    'GET /api/v2/admin/file-elements': () => elements,
    'GET /api/v2/admin/file-elements-content': () => new Response(text),
  });
}
const table = () => screen.getByRole('table', { name: 'Files' });
const names = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

async function show(name: string) {
  fireEvent.contextMenu(screen.getByText(name));
  const item = await screen.findByRole('menuitem', { name: /Show/ });
  fireEvent.click(item);
  return item;
}

describe('the file browser', () => {
  it('A 1, A 2: sorts names as German words with numbers', async () => {
    await browse(
      '/admin/file-browser',
      NAMES.map((name) => element(name)),
    );
    await screen.findByText('Zebra');
    expect(names()).toEqual(['Äpfel', 'apfel2', 'apfel10', 'view9', 'view10', 'Zebra']);
  });

  it.each([
    ['its icon', () => screen.getByTestId('FolderIcon')],
    ['its row', () => screen.getByText('21.11.2026, 12:00:00')],
    ['its name', () => screen.getByRole('button', { name: 'ext' })],
  ])('A 2: a click on %s opens a folder and keeps the sort', async (_what, target) => {
    const { address } = await browse('/admin/file-browser?path=/embargo/dis/SET&sort=-size&text=ext', [
      element('ext', { isFolder: true }),
    ]);
    await screen.findByText('ext');
    await userEvent.click(target());
    await waitFor(() => expect(address().search).toEqual({ path: '/embargo/dis/SET/ext', sort: '-size' }));
  });

  it('A 2: Enter in a cell of a folder opens it; a file is not opened by its row', async () => {
    const { address } = await browse('/admin/file-browser', [element('a.png'), element('ext', { isFolder: true })]);
    await screen.findByText('ext');
    await userEvent.click(screen.getByText('a.png'));
    expect(address().search).toEqual({});
    const [, folder] = screen.getAllByText('21.11.2026, 12:00:00');
    folder?.closest('td')?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address().search).toMatchObject({ path: '/embargo/dis/SET/ext' }));
  });

  it('A 2: loads a text that the listing does not include, and draws only its visible lines', async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `<line n="${i}"/>`);
    const { requests } = await browse('/admin/file-browser', [element('big.xml', { size: 900_000 })], lines.join('\n'));
    await screen.findByText('big.xml');
    await show('big.xml');
    const dialog = await screen.findByRole('dialog', { name: 'File content' });
    await within(dialog).findByText('<line n="0"/>');
    expect(within(dialog).queryByText('<line n="49999"/>')).toBeNull();
    expect(within(dialog).getByText('50.000 lines')).toBeDefined();
    expect(requests.filter((call) => call.includes('file-elements-content'))).toHaveLength(1);
  });

  it('A 2: keeps line breaks, also of Windows, and reads UTF-16', async () => {
    const wide = Uint8Array.from(
      [0xfeff, ...[...'<a>\r\n  <b/>\r\n</a>ü'].map((one) => one.charCodeAt(0))].flatMap((unit) => [
        unit & 0xff,
        unit >> 8,
      ]),
    );
    await renderScreen(
      { path: '/admin/file-browser', component: FileBrowser, search: FileSearch },
      '/admin/file-browser',
      {
        'GET /api/v2/admin/file-elements': () => [element('wide.xml', { size: 70_000 })],
        'GET /api/v2/admin/file-elements-content': () => new Response(wide),
      },
    );
    await screen.findByText('wide.xml');
    await show('wide.xml');
    const dialog = await screen.findByRole('dialog', { name: 'File content' });
    await waitFor(() => expect(dialog.querySelector('pre')?.textContent).toBe('<a>\n  <b/>\n</a>ü'));
  });

  it('A 2: says why a text above 5 MB is not shown, and a failure to load one', async () => {
    await browse('/admin/file-browser', [element('huge.xml', { size: 5_000_001 }), element('pack.zip')]);
    await screen.findByText('huge.xml');
    fireEvent.contextMenu(screen.getByText('huge.xml'));
    const item = await screen.findByRole('menuitem', { name: /Show/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('larger than 5,00 MB. Download it instead');
    await userEvent.keyboard('{Escape}');
    fireEvent.contextMenu(screen.getByText('pack.zip'));
    await screen.findByRole('menuitem', { name: 'Download' });
    expect(screen.queryByRole('menuitem', { name: /Show/ })).toBeNull();
  });
});
