/** No screen shows the id of a set without the link to its page. */
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SetOverview } from '../../contract/index.ts';
import { SET_ID } from '../../engine/lcdv.ts';
import { queryClient } from '../api/queryClient.ts';
import { type Answers, openApp, picture } from '../testing/openApp.tsx';

const SET = '1PP2A5xxxxxxxxxx';
const VERSION = '1PP2A5QESFB0A0F4';
const date = '2026-03-01T10:00:00.000Z';
const sources = {
  extLayerSourceDisId: SET,
  extRulesSourceDisId: SET,
  intLayerSourceDisId: SET,
  intRulesSourceDisId: SET,
};
const line = { timestamp: date, status: 'INFO' as const, context: SET, message: `${SET}: promoted.`, who: 'ines' };
const job = (jobStatus: 'FAILED' | 'COMPLETED', id: string) => ({
  id,
  jobName: 'promote',
  jobStatus,
  function: `Promote ${SET} to Prod`,
  createdAt: date,
  startedAt: date,
  stoppedAt: date,
  failure: jobStatus === 'FAILED' ? `${SET} was changed meanwhile.` : null,
  progress: null,
});
const OVERVIEW: SetOverview = {
  disId: SET,
  areas: [{ area: 'embargo', since: date, who: 'ines', reason: 'upload', packs: [] }],
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
};
const ANSWERS: Answers = {
  setOverview: () => OVERVIEW,
  sets: () => [SET],
  cars: () => [{ disId: SET, model: 'e-208', versions: 1, thumbnail: null, reason: 'No picture.' }],
  versions: () => [{ versionId: VERSION, versionLabel: 'GT' }],
  validateViews: () => ({ isExteriorValid: true, isInteriorValid: true }),
  resolutions: () => [{ resolutionName: 'HD', angleNameList: ['001'], width: 320, height: 180 }],
  targetNames: () => sources,
  layers: () => [],
  preselectedLayers: () => [],
  standards: () => [],
  features: () => [],
  image: picture,
  imageFromOptions: picture,
  lcdvMapping: () => [{ disId: SET, versionId: VERSION, versionLabel: 'GT', redirectInfo: sources }],
  shortStatus: () => [
    {
      disId: SET,
      lastModifiedDate: date,
      lastPreprodPromoteDate: null,
      lastProdPromoteDate: null,
      content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
    },
  ],
  reprocessList: () => [{ disId: SET, pathName: 'asset-profile.xml', content: '<a/>', reprocess: null }],
  batchSummary: () => [job('FAILED', '1'), job('COMPLETED', '2')],
  log: () => ({ items: [line], total: 1, more: false, page: 0, size: 20 }),
  specificLog: () => [line],
  packs: () => [
    {
      fileName: 'meta-a.zip',
      kind: 'meta',
      type: 'meta',
      disIds: [SET],
      size: 1,
      sha256: 'a'.repeat(64),
      state: 'live',
      areas: ['embargo'],
      uploadedBy: 'ines',
      lastModifiedDate: date,
      problems: [],
      problemCount: 0,
    },
  ],
  qualityReport: () => ({
    disId: SET,
    area: 'embargo',
    state: 'made',
    madeAt: date,
    versions: 1,
    errors: 1,
    warnings: 0,
    findings: [
      { kind: 'version-elsewhere', severity: 'error', place: 'versions.xml', message: `${VERSION} belongs to ${SET}.` },
    ],
    text: '',
  }),
  hiddenSets: () => [],
  setHistory: () => [
    {
      id: 1,
      area: 'embargo',
      movedAt: date,
      who: 'ines',
      reason: 'rename',
      note: `was ${SET}`,
      snapshot: null,
      restorable: false,
      current: false,
      comparable: false,
      packs: null,
    },
  ],
};

/** Whether the row of a table that shows the text has the link, in another of its cells. */
const rowLeadsTo = (id: string, text: Node): boolean =>
  text.parentElement?.closest('tr, [role=row]')?.querySelector(`a[href^="/sets/${id}"]`) != null;

/** Texts of the page with an id that is not a link. Controls, inputs and print-only texts are left out. */
function idsWithoutLink(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const ids = node.textContent?.match(SET_ID)?.filter((id) => id.includes('x')) ?? [];
    const around = node.parentElement?.closest(
      'a, button, label, input, option, [role=option], [data-paper-only], svg, style, script',
    );
    const text = node;
    if (!around && ids.some((id) => !rowLeadsTo(id, text))) found.push(node.textContent ?? '');
    if (ids.length > 0 && around?.tagName === 'A' && !around.getAttribute('href')?.startsWith('/sets/')) {
      found.push(`${node.textContent} leads to ${around.getAttribute('href')}`);
    }
  }
  return found;
}

// Some calls fail here, which is logged to the console.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

describe('set ids are links', () => {
  it.each([
    '/status/dynamic',
    '/promote/dynamic',
    '/admin/manage-image-sets',
    '/admin/manage-asset-profiles',
    '/admin/batch-summary',
    '/admin/dynamic-image-logs',
    '/logs',
    '/upload',
    `/quality/${SET}`,
    '/dynamic/layers',
    `/dynamic/options?disId=${SET}&version=${VERSION}&test=true`,
    `/dynamic/validate?disId=${SET}&version=${VERSION}&test=true`,
  ])('%s', async (address) => {
    await openApp(address, ANSWERS, ['ROLE_ADMIN', 'ROLE_UPLOAD']);
    await waitFor(() =>
      expect(queryClient.isFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'jobs' })).toBe(0),
    );
    expect((await screen.findAllByRole('link', { name: SET })).map((link) => link.getAttribute('href'))).toContain(
      `/sets/${SET}`,
    );
    expect(idsWithoutLink()).toEqual([]);
  });

  it.each(['options', 'validate', 'compare', 'sheet'])(
    'the bar of /dynamic/%s leads to the page of its set',
    async (name) => {
      await openApp(`/dynamic/${name}?disId=${SET}&version=${VERSION}&test=true`, ANSWERS, ['ROLE_ADMIN']);
      const link = await screen.findByRole('link', { name: 'Set page' });
      expect(link.getAttribute('href')).toMatch(new RegExp(`^/sets/${SET}\\?`));
    },
  );
});
