import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paintPlan, picturesOf } from './layers.ts';
import type { LayersMeta } from './meta.ts';

const layers: LayersMeta = {
  families: [
    {
      name: 'wheels',
      layers: [
        { name: 'w16', z: 40 },
        { name: 'w17', z: 40, order: { '003': 1 } },
      ],
    },
    {
      name: 'body',
      layers: [
        { name: 'black', z: 10 },
        { name: 'white', z: 10 },
      ],
    },
    { name: 'mirror', layers: [{ name: 'mirror', z: 50, angles: ['001'], drivers: ['LHD'] }] },
  ],
};
const paths = ['w16', 'w17', 'black', 'mirror'].flatMap((name) =>
  ['001', '003'].map((angle) => `${angle}/${name}.png`),
);
const common = new Map(paths.map((path) => [path, `common ${path}`]));
const pictures = picturesOf({ common });
const base = { layers, angle: '001', driver: 'LHD', pictures } as const;

describe('paint plan', () => {
  it('is ordered by z, then by position in the file', () => {
    const names = (angle: string) =>
      paintPlan({ ...base, angle, chosen: ['mirror', 'w17', 'w16', 'black'] }).layers.map(({ layer }) => layer);
    expect(names('001')).toEqual(['black', 'w16', 'w17', 'mirror']);
    expect(names('003')).toEqual(['w17', 'black', 'w16']);
  });

  it('names layers without a picture and names of no layer', () => {
    const plan = paintPlan({ ...base, chosen: ['zzz', 'white', 'aaa', 'black'] });
    expect(plan.layers.map(({ layer }) => layer)).toEqual(['black']);
    expect(plan.missing).toEqual(['white']);
    expect(plan.undeclared).toEqual(['aaa', 'zzz']);
  });

  it('leaves out layers of other angles or driver types, and does not report them as missing', () => {
    const none = { layers: [], missing: [], undeclared: [] };
    expect(paintPlan({ ...base, angle: '002', chosen: ['mirror'] })).toEqual(none);
    expect(paintPlan({ ...base, driver: 'RHD', chosen: ['mirror'] })).toEqual(none);
    expect(paintPlan({ ...base, layers: undefined, chosen: [] })).toEqual(none);
  });

  it('prefers the driver type, then the resolution', () => {
    const master = '001/black.png';
    const made = 'HD/001/black.png';
    const pick = (own: string[], shared: string[], resolution?: string) => {
      const map = (list: string[], from: string) => new Map(list.map((path) => [path, `${from} ${path}`]));
      const lookup = picturesOf({ RHD: map(own, 'RHD'), common: map(shared, 'common'), LHD: map([master], 'LHD') });
      const request = { ...base, driver: 'RHD', pictures: lookup, chosen: ['black'] } as const;
      const [planned] = paintPlan(resolution === undefined ? request : { ...request, resolution }).layers;
      return [planned?.picture, planned?.scaled];
    };
    expect(pick([master, made], [master, made], 'HD')).toEqual([`RHD ${made}`, false]);
    expect(pick([master], [master, made], 'HD')).toEqual([`RHD ${master}`, true]);
    expect(pick([], [master, made], 'HD')).toEqual([`common ${made}`, false]);
    expect(pick([], [master], 'HD')).toEqual([`common ${master}`, true]);
    expect(pick([made], [master, made])).toEqual([`common ${master}`, false]);
    expect(pick([], [], 'HD')).toEqual([undefined, undefined]);
  });

  it('does not depend on the order or repetition of names', () => {
    const names = fc.array(fc.constantFrom('w16', 'w17', 'black', 'white', 'mirror', 'nope', 'constructor'));
    fc.assert(
      fc.property(names, fc.constantFrom('001', '003', 'toString'), (chosen, angle) => {
        const plan = paintPlan({ ...base, angle, chosen });
        expect(paintPlan({ ...base, angle, chosen: [...chosen, ...chosen].reverse() })).toEqual(plan);
      }),
    );
  });
});
