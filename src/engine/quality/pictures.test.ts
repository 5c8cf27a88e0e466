/** What the report says of pictures (T 2.9), each viewport by driver type and angle. */
import { describe, expect, it } from 'vitest';
import type { Driver, Layer } from '../meta.ts';
import type { Finding } from './findings.ts';
import { checkPictures } from './pictures.ts';
import type { ViewportPictures } from './viewportPictures.ts';

const FULL = { width: 1280, height: 720 };
const THUMB = { width: 320, height: 180 };
const PROFILE = {
  angles: ['001', '002'],
  resolutions: [
    { name: 'HD', ...FULL },
    { name: 'thumb', ...THUMB, angles: ['001'] },
  ],
};
const BOTH = ['001/body.png', '001/wheels.png', '002/body.png', '002/wheels.png'];

const sizes = (paths: readonly string[], size = FULL) => new Map(paths.map((path) => [path, size]));

function findingsOf({
  common = [...sizes(BOTH)],
  LHD = [],
  RHD = [],
  layers = [
    { name: 'body', z: 1 },
    { name: 'wheels', z: 2 },
  ],
  ...rest
}: { layers?: readonly Layer[] } & Partial<Pick<ViewportPictures, 'profile' | 'own' | 'shown'>> & {
    readonly [D in 'common' | Driver]?: readonly (readonly [string, { width: number; height: number }])[];
  }): Finding[] {
  return checkPictures({
    viewport: 'exterior',
    profile: PROFILE,
    layers: { families: [{ name: 'all', layers }] },
    own: true,
    shown: new Map(),
    ...rest,
    pictures: { common: new Map(common), LHD: new Map(LHD), RHD: new Map(RHD) },
  });
}
const check = (given: Parameters<typeof findingsOf>[0]) => findingsOf(given).map(inShort);

const inShort = ({ kind, driver, angles, layer }: Finding) =>
  [kind, driver, angles?.join('+'), layer].filter((part) => part !== undefined).join(' ');
const without = (...paths: string[]) => [...sizes(BOTH.filter((path) => !paths.includes(path)))];

describe('pictures', () => {
  it('that are all there: nothing', () => {
    expect(check({})).toEqual([]);
  });

  it('that a layer lacks: for the angle, the driver type, or all of them', () => {
    expect(check({ common: without('002/wheels.png') })).toEqual(['layer-without-picture 002 wheels']);
    expect(check({ common: without('001/wheels.png', '002/wheels.png') })).toEqual([
      'layer-without-picture 001+002 wheels',
    ]);
    expect(check({ common: without('002/wheels.png'), LHD: [...sizes(['002/wheels.png'])] })).toEqual([
      'layer-without-picture RHD 002 wheels',
    ]);
  });

  it('that a layer need not have: other angles, other driver types, hand-made ones for every resolution', () => {
    const common = without('002/wheels.png');
    const body = { name: 'body', z: 1 };
    expect(check({ common, layers: [body, { name: 'wheels', z: 2, angles: ['001'] }] })).toEqual([]);
    const left = [...sizes(['002/wheels.png'])];
    expect(
      check({
        common: without('001/wheels.png', '002/wheels.png'),
        LHD: [...sizes(['001/wheels.png']), ...left],
        layers: [body, { name: 'wheels', z: 2, drivers: ['LHD'] }],
      }),
    ).toEqual([]);
    expect(check({ common: [...common, ['HD/002/wheels.png', FULL]] })).toEqual([]);
  });

  it('of angles and resolutions that have none', () => {
    expect(check({ common: without('002/body.png', '002/wheels.png') })).toEqual(['angle-without-pictures 002']);
    expect(
      check({ common: without('002/body.png', '002/wheels.png'), LHD: [...sizes(['002/body.png', '002/wheels.png'])] }),
    ).toEqual(['angle-without-pictures RHD 002']);
    expect(check({ common: without('001/body.png', '001/wheels.png') })).toEqual([
      'angle-without-pictures 001',
      'resolution-without-pictures 001',
    ]);
    expect(check({ common: [] })).toEqual(['angle-without-pictures 001+002']);
    expect(check({ common: [], own: false })).toEqual(['angle-without-pictures 001+002']);
  });

  it('of a viewport that no profile knows', () => {
    expect(check({ profile: undefined })).toEqual(['profile-missing']);
    expect(check({ profile: undefined, common: [], layers: [] })).toEqual([]);
    const withLayersOnly = (...families: Layer[][]) =>
      checkPictures({
        ...{ viewport: 'exterior', profile: undefined, own: true, shown: new Map() },
        layers: { families: families.map((layers, i) => ({ name: `family ${i}`, layers })) },
        pictures: { common: new Map(), LHD: new Map(), RHD: new Map() },
      }).map(inShort);
    expect(withLayersOnly()).toEqual([]);
    expect(withLayersOnly([], [{ name: 'body', z: 1 }])).toEqual(['profile-missing']);
  });

  it('of another size than the others of the angle, or than their resolution', () => {
    expect(
      check({
        LHD: [
          ['001/body.png', THUMB],
          ['001/wheels.png', FULL],
        ],
        common: [...sizes([...BOTH, '001/roof.png'])],
        layers: [
          { name: 'body', z: 1 },
          { name: 'wheels', z: 2 },
          { name: 'roof', z: 3, angles: ['001'] },
        ],
      }),
    ).toEqual(['canvas-differs LHD 001 body']);
    // Of two sizes that are equally frequent one is usual, whichever picture comes first.
    for (const [body, wheels] of [
      [FULL, THUMB],
      [THUMB, FULL],
    ] as const) {
      const usual = [`${FULL.width} x ${FULL.height}`, `${THUMB.width} x ${THUMB.height}`].sort()[0];
      const [{ message } = { message: '' }] = findingsOf({
        common: [['001/body.png', body], ['001/wheels.png', wheels], ...sizes(['002/body.png', '002/wheels.png'])],
      });
      expect(message).toMatch(new RegExp(`the other pictures of the angle are ${usual}\\.$`));
    }
    expect(check({ common: [...sizes(BOTH), ['thumb/001/body.png', THUMB]] })).toEqual([]);
    expect(check({ common: [...sizes(BOTH), ['thumb/001/body.png', FULL]] })).toEqual(['canvas-differs 001 body']);
    expect(findingsOf({ common: [...sizes(BOTH), ['thumb/001/body.png', FULL]] })).toMatchObject([{ family: 'all' }]);
  });

  it('for both driver types, of a layer for one of them, are shown', () => {
    const layers: Layer[] = [
      { name: 'body', z: 1 },
      { name: 'wheels', z: 2 },
      { name: 'mirror', z: 3, drivers: ['RHD'] },
    ];
    expect(check({ common: [...sizes([...BOTH, '001/mirror.png', '002/mirror.png'])], layers })).toEqual([]);
  });

  it('that are never shown: no layer, another angle or driver type, not in the profile', () => {
    const more = (path: string) => check({ common: [...sizes([...BOTH, path])] });
    expect(more('001/spoiler.png')).toEqual(['picture-without-layer 001 spoiler']);
    expect(more('009/body.png')).toEqual(['picture-outside-profile 009 body']);
    expect(more('4K/001/body.png')).toEqual(['picture-outside-profile 001 body']);
    expect(check({ common: [...sizes(BOTH), ['thumb/002/body.png', THUMB]] })).toEqual([
      'picture-outside-profile 002 body',
    ]);
    const several = ['001/spoiler.png', '001/antenna.png', '002/rack.png', '002/antenna.png', '001/badge.png'];
    expect(check({ common: [...sizes([...BOTH, ...several])] })).toEqual([
      'picture-without-layer 001+002 antenna',
      'picture-without-layer 001 badge',
      'picture-without-layer 002 rack',
      'picture-without-layer 001 spoiler',
    ]);
    const left: Layer = { name: 'badge', z: 3, drivers: ['LHD'], angles: ['001'] };
    const layers = [{ name: 'body', z: 1 }, { name: 'wheels', z: 2 }, left];
    expect(check({ layers, LHD: [...sizes(['001/badge.png'])] })).toEqual([]);
    expect(check({ layers, LHD: [...sizes(['001/badge.png'])], RHD: [...sizes(['001/badge.png'])] })).toEqual([
      'picture-without-layer RHD 001 badge',
    ]);
  });

  it.each([
    ['exterior', 'layers-ext.xml'],
    ['interior', 'layers-int.xml'],
  ] as const)('of the %s are found in %s', (viewport, file) => {
    const none = { common: new Map(), LHD: new Map(), RHD: new Map() };
    const layers = { families: [{ name: 'all', layers: [{ name: 'body', z: 1 }] }] };
    const pictures = { ...none, common: sizes(['001/other.png']) };
    const profile = { angles: ['001'], resolutions: [] };
    const found = checkPictures({ viewport, profile, layers, own: true, shown: new Map(), pictures });
    const parts = found.map(({ kind, place, family, message }) => [kind, place, family, message]);
    expect(parts).toEqual([
      ['layer-without-picture', `${file}, family all`, 'all', 'body is declared and has no picture.'],
      [
        'picture-without-layer',
        'pictures other.png',
        undefined,
        'No layer other is declared: its pictures are never shown.',
      ],
    ]);
  });

  it('come with a configuration that shows the layer, where there is one', () => {
    const example = { version: '1PP2A5QESFB0A0F4', features: ['ZH8P'] };
    const [finding] = checkPictures({
      viewport: 'exterior',
      profile: PROFILE,
      layers: {
        families: [
          {
            name: 'all',
            layers: [
              { name: 'body', z: 1 },
              { name: 'wheels', z: 2 },
            ],
          },
        ],
      },
      own: true,
      shown: new Map([['wheels', example]]),
      pictures: { common: sizes(['001/body.png', '002/body.png']), LHD: sizes([]), RHD: sizes([]) },
    });
    expect(finding?.example).toEqual(example);
    expect(finding?.layer).toBe('wheels');
  });
});
