/** The start page: what waits for each role, and the first steps on a new server. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HomeTrouble, Role } from '../../../contract/index.ts';
import { queryClient } from '../../api/queryClient.ts';
import { uploads } from '../../api/uploads.ts';
import { DONE, NOTHING, none, QUIET } from '../../testing/emptyHome.ts';
import { type Answers, openApp } from '../../testing/openApp.tsx';
import { PACK_UPLOADS } from '../delivery/packUploads.ts';

afterEach(cleanup);

const SET = '1PP2A5xxxxxxxxxx';
const date = '2026-03-01T10:00:00.000Z';
const open = (answers: Answers, roles: Role[]) => openApp('/start', { ...NOTHING, ...answers }, roles);
const block = (name: string) => screen.findByRole('region', { name });
const hrefs = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));

describe('the start page', () => {
  it('reports once that it could not be loaded, and retries what failed', async () => {
    let works = false;
    const down = () => new Error('The database does not answer.');
    await open(
      {
        homeTrouble: () => (works ? QUIET : down()),
        homePromotion: () =>
          works ? { preprod: { count: 7, newest: [SET] }, prod: { count: 0, newest: [] } } : down(),
      },
      ['ROLE_ADMIN'],
    );
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Could not load what waits for you: The database/);
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await block('Waiting for promotion')).textContent).toContain('Pre-Prod: 7 sets');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows administrators failed jobs, refused packs and a disk that fills up', async () => {
    const homeTrouble = (): HomeTrouble => ({
      failedJobs: { count: 1, more: false, newest: [{ id: '1', function: `Promote ${SET}`, stoppedAt: date }] },
      refusedPacks: {
        count: 100,
        more: true,
        newest: [{ fileName: 'meta-a.zip', uploadedBy: 'ines', uploadedAt: date }],
      },
      disk: { free: 1e9, reserve: 1e9 },
    });
    await open({ homeTrouble }, ['ROLE_ADMIN']);
    const found = await block('Needs attention');
    expect(found.textContent).toMatch(
      /are free.*Failed jobs: 1.*Refused packs: more than 100.*meta-a.zip, uploaded by ines/,
    );
    expect(hrefs(found)).toEqual([
      '/admin/batch-summary?status=FAILED',
      `/sets/${SET}`,
      '/admin/batch-summary?status=FAILED&open=1',
      '/upload?text=refused',
      '/upload?problems=meta-a.zip',
    ]);
  });

  it('shows uploaders their packs, refused ones first, and what waits for promotion', async () => {
    const pack = { fileName: 'meta-a.zip', state: 'refused' as const, uploadedAt: date, problemCount: 3 };
    const app = await open(
      {
        homePacks: () => ({
          refused: { count: 1, more: false, newest: [pack] },
          reading: none,
          live: { count: 1, more: false, newest: [{ ...pack, fileName: 'b.zip', state: 'live' }] },
        }),
        homePromotion: () => ({ preprod: { count: 7, newest: [SET] }, prod: { count: 0, newest: [] } }),
      },
      ['ROLE_UPLOAD'],
    );
    expect((await block('Your packs')).textContent).toMatch(/Refused: 1.*meta-a.zip 3 problems.*Live.*b.zip/);
    const waiting = await block('Waiting for promotion');
    expect(hrefs(waiting)).toEqual(['/promote/dynamic?direction=embargo-preprod', `/sets/${SET}`]);
    expect(waiting.textContent).toContain('Pre-Prod: 7 sets');
    expect(app.requests.some((call) => call.includes('trouble') || call.includes('home/sets'))).toBe(false);
  });

  it('shows testers what changed since their last visit as pictures', async () => {
    const car = { disId: SET, model: 'e-208', versions: 2, thumbnail: 'a'.repeat(64), reason: null, at: date };
    const homeSets = () => ({
      area: 'preprod' as const,
      since: date,
      sets: { count: 1, more: false, newest: [car] },
    });
    await open({ homeSets }, ['ROLE_TEST']);
    const found = await block('New and changed in Pre-Prod');
    expect(found.textContent).toContain('1 set since your last visit');
    expect(found.querySelector('img')?.getAttribute('src')).toContain(`/test/dis/${SET}/thumbnail`);
    expect(hrefs(found)).toEqual([`/sets/${SET}`]);
  });

  it('shows no empty block', async () => {
    const app = await open({}, ['ROLE_ADMIN', 'ROLE_UPLOAD']);
    await waitFor(() => expect(app.requests.filter((call) => call.includes('/home/'))).toHaveLength(5));
    expect(within(screen.getByRole('main')).queryAllByRole('region')).toEqual([]);
    expect(within(screen.getByRole('navigation', { name: 'Screens' })).getAllByRole('link').length).toBeGreaterThan(15);
  });

  it('tells testers that there is nothing yet, or nothing new', async () => {
    await open({}, ['ROLE_TEST_EMBARGO']);
    expect((await block('New and changed in Embargo')).textContent).toContain('Embargo has no cars yet.');
    cleanup();
    const homeSets = () => ({ area: 'preprod' as const, since: date, sets: none });
    await open({ homeSets }, ['ROLE_TEST']);
    expect((await block('New and changed in Pre-Prod')).textContent).toContain('Nothing since your last visit,');
  });

  it('leads through the first steps, ticks those that are done, and offers those that the role allows', async () => {
    await open({ firstSteps: () => ({ ...DONE, done: false, pictures: false, users: false }) }, ['ROLE_ADMIN']);
    const steps = within(await block('First steps')).getAllByRole('listitem');
    expect(
      steps.map((step) => [step.querySelector('a, button')?.textContent, step.querySelector('svg') !== null]),
    ).toEqual([
      ['Load sample cars', false],
      ['Configurations', true],
      ['Meta pack', true],
      ['Pictures', false],
      ['Users', false],
      ['Promote', false],
    ]);
    await open({ firstSteps: () => ({ ...DONE, done: false }) }, ['ROLE_UPLOAD']);
    const own = within(await block('First steps')).getAllByRole('listitem');
    expect(own.map((step) => step.querySelector('a')?.textContent)).toEqual(['Meta pack', 'Pictures', 'Promote']);
  });

  it('loads the sample cars by the usual upload, and then links to them', async () => {
    uploads.clear();
    let steps = { ...DONE, done: false, metaPack: false, pictures: false };
    const missing = new Set(['/sample/meta_sample.zip']);
    await open({ firstSteps: () => steps, jobChanges: () => new Promise<never>(() => {}) }, ['ROLE_ADMIN']);
    const answered = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (!input.startsWith('/sample/')) return answered(input, init);
      return missing.has(input) ? new Response('', { status: 404 }) : new Response('zip');
    });
    // A file that was chosen on the upload screen but not sent.
    uploads.add(PACK_UPLOADS, [new File(['x'], 'meta_mine.zip')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Load sample cars' }));
    await screen.findByText(/Could not load the sample cars: This server has none/);
    expect(uploads.entries()).toHaveLength(1);
    missing.clear();
    await userEvent.click(screen.getByRole('button', { name: 'Load sample cars' }));
    await waitFor(() => expect(uploads.entries()).toHaveLength(4));
    const [mine, ...sent] = uploads.entries();
    expect(mine?.state).toBe('chosen');
    expect(sent.every(({ state }) => state !== 'chosen')).toBe(true);
    expect(sent.map(({ file: { name } }) => name)).toEqual([
      'meta_sample.zip',
      'image-ext-SMPL01xxxxxxxxxx_sample.zip',
      'image-ext-SMPL02xxxxxxxxxx_sample.zip',
    ]);
    uploads.clear();
    steps = { ...steps, metaPack: true, pictures: true };
    await queryClient.invalidateQueries();
    expect((await screen.findByRole('link', { name: 'See the cars' })).getAttribute('href')).toMatch(
      /^\/dynamic\/options/,
    );
  });
});
