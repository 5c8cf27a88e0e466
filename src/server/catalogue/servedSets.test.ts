/** How a set is put together from the sets that it borrows from, and when that is done again. */
import { expect, it, vi } from 'vitest';
import { ContentDamaged } from './damaged.ts';
import type { ImageSet, ImageSets } from './imageSets.ts';
import { type Composition, compositionKey, openServedSets } from './servedSets.ts';

const [OWN, OTHER] = ['1PP2A5xxxxxxxxxx', '1PP2A6xxxxxxxxxx'];

/** Image sets in memory; `forget` drops one as the cache does. */
function openSets(metas: Readonly<Record<string, object>>, failing?: { snapshot: string; error: Error }) {
  const inMemory = new Map<string, ImageSet>();
  const listeners: ((snapshotId: string) => void)[] = [];
  const load = vi.fn(async (snapshotId: string) => {
    if (failing?.snapshot === snapshotId) throw failing.error;
    const pictures = { exterior: `ext ${snapshotId}`, interior: `int ${snapshotId}` };
    const set = { snapshotId, meta: { layers: {}, rules: {}, ...metas[snapshotId] }, pictures, bytes: 1 };
    inMemory.set(snapshotId, set as unknown as ImageSet);
    return set as unknown as ImageSet;
  });
  const sets: Partial<ImageSets> = {
    load,
    loaded: (id) => inMemory.get(id),
    onForgotten: (listener) => void listeners.push(listener),
  };
  const forget = (id: string) => {
    inMemory.delete(id);
    for (const listener of listeners) listener(id);
  };
  return { served: openServedSets(sets as ImageSets), load, forget };
}
const composed = (more: Partial<Composition> = {}, layersOf = OWN, rulesOf = OWN): Composition => ({
  targets: {
    extLayerSourceDisId: layersOf,
    extRulesSourceDisId: rulesOf,
    intLayerSourceDisId: rulesOf,
    intRulesSourceDisId: layersOf,
  },
  redirected: layersOf !== OWN || rulesOf !== OWN,
  snapshots: new Map([[OWN, 'own'], ...(layersOf === OTHER || rulesOf === OTHER ? ([[OTHER, 'other']] as const) : [])]),
  globalProfile: undefined,
  ...more,
});
const both = (name: string) => ({
  layers: { exterior: `${name} ext layers`, interior: `${name} int layers` },
  rules: { exterior: `${name} ext rules`, interior: `${name} int rules` },
});
const profile = (name: string) => ({ exterior: `${name} ext`, interior: `${name} int` });

it('takes layers, rules and pictures of each side from the set that the redirect names', async () => {
  const { served } = openSets({ own: both('own'), other: both('other') });
  const own = await served.of('prod', OWN, 1, async () => composed());
  expect(own).toMatchObject({
    ...{ area: 'prod', disId: OWN, redirected: false },
    ...both('own'),
    pictures: { exterior: 'ext own', interior: 'int own' },
  });
  const borrowed = await served.of('prod', OWN, 2, async () => composed({}, OTHER, OWN));
  expect(borrowed).toMatchObject({
    redirected: true,
    layers: { exterior: 'other ext layers', interior: 'own int layers' },
    rules: { exterior: 'own ext rules', interior: 'other int rules' },
    pictures: { exterior: 'ext other', interior: 'int own' },
  });
  const none = await openSets({}).served.of('prod', OWN, 1, async () => composed());
  expect([none.layers, none.rules, none.profile]).toEqual([{}, {}, {}]);
});

it('its own profile comes first, then that of the area, then those of the sets that its layers come from', async () => {
  const metas = { own: { assetProfile: profile('own') }, other: { assetProfile: profile('other') } };
  const globalProfile = profile('global') as never;
  const of = async (known: Readonly<Record<string, object>>, more: Partial<Composition>, layersOf = OWN) =>
    (await openSets(known).served.of('prod', OWN, 1, async () => composed(more, layersOf, OTHER))).profile;
  expect(await of(metas, { globalProfile })).toEqual(profile('own'));
  expect(await of({ other: metas.other }, { globalProfile })).toEqual(profile('global'));
  expect(await of({ other: metas.other }, {}, OTHER)).toEqual(profile('other'));
  // Layers inside come from the other set, those outside from this one, which has no profile.
  expect(await of({ other: metas.other }, {})).toEqual({ interior: 'other int' });
});

it('stays the same object while its composition and its content in memory do', async () => {
  const { served, load, forget } = openSets({});
  const compose = vi.fn(async () => composed());
  const of = (generation: number, state?: string) => served.of('prod', OWN, generation, compose, state);
  const set = await of(1);
  expect([await of(1), compose.mock.calls.length, load.mock.calls.length]).toEqual([set, 1, 1]);
  // Something else moved in the area: composed again, but not put together again; from then on not even that.
  expect([await of(2), compose.mock.calls.length]).toEqual([set, 2]);
  expect([await of(2), compose.mock.calls.length]).toEqual([set, 2]);
  forget('own');
  const again = await of(2);
  expect([again === set, load.mock.calls.length, await of(2)]).toEqual([false, 2, again]);
  compose.mockImplementation(async () => composed({ redirected: true }));
  expect(await of(2)).toBe(again);
  expect(await of(3)).not.toBe(again);
  // What the area would serve with another content is another set.
  const current = await of(3);
  const possible = await of(3, 'another snapshot');
  expect([possible === current, await of(3)]).toEqual([false, current]);
});

it('clearing an area puts its sets together again, not those of other areas', async () => {
  const { served } = openSets({});
  const of = (area: 'prod' | 'preprod') => served.of(area, OWN, 1, async () => composed());
  const [prod, preprod] = [await of('prod'), await of('preprod')];
  served.clear('prod');
  expect([(await of('prod')) === prod, (await of('preprod')) === preprod]).toEqual([false, true]);
});

it('damaged content is named only if it is the set’s own: not everybody may know where it borrows from', async () => {
  const error = new ContentDamaged('The picture of secret.zip is damaged.', undefined);
  const of = (snapshot: string) =>
    openSets({}, { snapshot, error }).served.of('prod', OWN, 1, async () => composed({}, OTHER, OTHER));
  await expect(of('own')).rejects.toBe(error);
  const hidden = await of('other').catch((thrown: Error) => thrown);
  expect(hidden).toBeInstanceOf(ContentDamaged);
  expect(String((hidden as Error).message)).not.toContain('secret');
  const broken = new Error('broken');
  const away = openSets({}, { snapshot: 'other', error: broken });
  await expect(away.served.of('prod', OWN, 1, async () => composed({}, OTHER))).rejects.toBe(broken);
});

it('the key of a composition tells snapshots, targets and profiles apart', () => {
  const keys = [
    composed(),
    composed({ redirected: true }),
    composed({ snapshots: new Map([[OWN, 'newer']]) }),
    composed({ globalProfile: profile('global') as never }),
    composed({}, OTHER),
    composed({}, OWN, OTHER),
  ].map(compositionKey);
  expect(new Set(keys).size).toBe(6);
  expect(compositionKey(composed())).toBe(keys[0]);
});
