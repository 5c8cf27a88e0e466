/** The cars before and after a promotion or roll back, through their calls: what is painted, and for whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry, PaintedDiff } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, pixelsOf, plain, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const BLUE = [0, 0, 255, 255];
const ADMIN = ['ROLE_ADMIN'] as const;
/** an uploader who delivered none of the packs */
const COLLEAGUE = ['ROLE_UPLOAD', 'ROLE_TEST'] as const;

describe.each(databases())('painted differences on %s', (kind) => {
  let server: TestApp;
  const ask = (query: string, as: readonly ('ROLE_ADMIN' | 'ROLE_UPLOAD' | 'ROLE_TEST')[], picture = '') =>
    server.call('GET', `/api/v2/admin/dis/${SET}/diff/painted${picture}?${query}`, { as });
  const diff = async (query: string, as: Parameters<typeof ask>[1] = ADMIN) => {
    const answer = await ask(query, as);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<PaintedDiff>();
  };
  const picture = (query: string, side: string, as: Parameters<typeof ask>[1] = ADMIN) =>
    ask(`${query}&side=${side}&view=001&size=HD&format=png`, as, '/picture');
  const colour = async (query: string, side: string) => {
    const answer = await picture(query, side);
    expect(answer.statusCode, answer.body).toBe(200);
    return [...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)];
  };
  const configure = async (area: string, name: string, text: string) => {
    const { headers, payload } = multipart(name, Buffer.from(text));
    const { cookie, token } = await server.signIn(ADMIN);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/${area}/api/v2/admin/global-files`,
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  const PROMOTION = 'source=embargo&target=preprod&what=all';

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const pictures = { '001/white.png': await plain(RED), '001/black.png': await plain(BLUE) };
    await server.deliver(`image-ext-${SET}.zip`, await zipOf(pictures));
  });
  afterAll(() => server.stop());

  it('a set that the target does not have is painted once, with its version, angles and sizes', async () => {
    const { before, after, viewport, withheld } = await diff(PROMOTION);
    expect([before, viewport, withheld]).toEqual([null, 'exterior', undefined]);
    expect(after).toMatchObject({ reason: null, version: VERSION, label: 'e-208 GT', angles: ['001', '002'] });
    expect(after?.resolutions).toContainEqual({ name: 'thumb', width: 4, height: 2, angles: ['001'] });
    expect(await colour(PROMOTION, 'after')).toEqual(RED);
    expect((await picture(PROMOTION, 'before')).statusCode).toBe(404);
  });

  it('a change is painted before and after; a metadata promotion is painted with the pictures that the target keeps', async () => {
    const body = { disId: SET, source: 'embargo', target: 'preprod' };
    expect((await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as: ADMIN, body })).statusCode).toBe(200);
    await expect.poll(async () => (await diff(PROMOTION)).before?.version).toBe(VERSION);
    // Another standard colour, and another picture of it.
    const features = (META['features.xml'] ?? '').replace('feature="0MP00NWP"', 'feature="0MM00N9V"');
    await server.deliver(`meta-${SET}.zip`, await metaZip({ 'features.xml': features }));
    const pictures = { '001/white.png': await plain(RED), '001/black.png': await plain(GREEN) };
    await server.deliver(`image-ext-${SET}.zip`, await zipOf(pictures));
    expect(await colour(PROMOTION, 'before')).toEqual(RED);
    expect(await colour(PROMOTION, 'after')).toEqual(GREEN);
    const metadata = PROMOTION.replace('what=all', 'what=metadata');
    expect(await colour(metadata, 'before')).toEqual(RED);
    expect(await colour(metadata, 'after')).toEqual(BLUE);
    expect((await picture(PROMOTION, 'after')).headers['cache-control']).toBe('no-store');
  });

  it('a roll back is painted as the area was', async () => {
    const entries = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, { as: ADMIN })).json<
      HistoryEntry[]
    >();
    const first = entries.findLast(
      ({ area, current, snapshot }) => area === 'embargo' && !current && snapshot !== null,
    );
    const change = `target=embargo&entry=${entries.find(({ id }) => id === (first?.id ?? 0) + 1)?.id}`;
    expect(await colour(change, 'before')).toEqual(GREEN);
    expect(await colour(change, 'after')).toEqual(RED);
  });

  it('a caller who delivered none of it and does not see Embargo sees only the car of Pre-Prod, with the reason', async () => {
    const { before, after, withheld } = await diff(PROMOTION, COLLEAGUE);
    expect([before?.version, after, withheld]).toEqual([VERSION, null, expect.stringContaining('embargo testers')]);
    expect((await picture(PROMOTION, 'before', COLLEAGUE)).statusCode).toBe(200);
    expect((await picture(PROMOTION, 'after', COLLEAGUE)).statusCode).toBe(404);
    expect((await ask(PROMOTION, ['ROLE_TEST'])).statusCode).toBe(403);
  });

  it('versions that only one state has, and content that the target cannot serve', async () => {
    const other = (META['versions.xml'] ?? '').replace(VERSION, '1PP2A5QESFB0A0E2').replace('B0A0F5', 'B0A0E1');
    await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': other }));
    const { before, after } = await diff(PROMOTION);
    expect([before?.version, after?.version]).toEqual([VERSION, '1PP2A5QESFB0A0E1']);
    await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': '<versions></versions>' }));
    expect((await diff(PROMOTION)).after).toMatchObject({ reason: 'It declares no version.', angles: [] });
    const away = `<redirects><redirect set="${SET}" extLayers="1QQ2A5xxxxxxxxxx"/></redirects>`;
    await configure('preprod', 'oneLayer_redirect_1.xml', away);
    expect((await diff(PROMOTION)).after?.reason).toContain('1QQ2A5xxxxxxxxxx, which Pre-Prod does not have');
  });

  it('a set that is seen from inside alone is painted from inside', async () => {
    const inside = '1PP2A9xxxxxxxxxx';
    const profile = (META['asset-profile.xml'] ?? '').replace('name="exterior"', 'name="interior"');
    const versions = (META['versions.xml'] ?? '').replaceAll('1PP2A5', '1PP2A9');
    const files = { 'asset-profile.xml': profile, 'versions.xml': versions };
    const pack = await server.deliver(`meta-${inside}.zip`, await metaZip(files, inside));
    expect([pack.state, pack.problems]).toEqual(['live', []]);
    const answer = await server.call('GET', `/api/v2/admin/dis/${inside}/diff/painted?${PROMOTION}`, { as: ADMIN });
    expect(answer.json<PaintedDiff>()).toMatchObject({ viewport: 'interior', after: { reason: null } });
  });
});
