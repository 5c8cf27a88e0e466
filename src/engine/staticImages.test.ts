import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPTION_TYPES, type OptionType } from './optionTypes.ts';
import { FOLDER_RULES, STATIC_LEVELS } from './staticFolders.ts';
import {
  buildStaticIndex,
  imageNameOf,
  queryOfWildcard,
  type StaticQuery,
  searchStatic,
  staticCriteria,
} from './staticImages.ts';

const indexOf = (...paths: string[]) => [buildStaticIndex(paths.map((path) => ({ path })))];
const found = (index: ReturnType<typeof indexOf>, type: OptionType, query: StaticQuery, explicit: boolean) =>
  searchStatic(index, type, query, explicit).map(({ path }) => path);

describe('T 4.3: the two ways to search static pictures', () => {
  const index = indexOf(
    'colors/1PP2/A5/0MM0.png',
    'colors/1PP2/default/0MP0.png',
    'colors/default/A5/0MM0.png',
    'colors/default/default/0MR0.png',
    'co2/A.png',
  );
  it('explicit looks only in the folders that are named', () => {
    expect(found(index, 'colors', { model: '1PP2', bodyStyle: 'A5' }, true)).toEqual(['colors/1PP2/A5/0MM0.png']);
    expect(found(index, 'colors', { model: '1PP3' }, true)).toEqual([]);
    expect(found(index, 'colors', {}, true)).toHaveLength(4);
  });
  it('implicit takes the named folder where it has the image, default where it has not', () => {
    expect(found(index, 'colors', { model: '1PP2', bodyStyle: 'A5' }, false)).toEqual([
      'colors/1PP2/A5/0MM0.png',
      'colors/1PP2/default/0MP0.png',
      'colors/default/default/0MR0.png',
    ]);
    expect(found(index, 'colors', { model: '9999', bodyStyle: 'A5' }, false)).toEqual([
      'colors/default/A5/0MM0.png',
      'colors/default/default/0MR0.png',
    ]);
  });
  it('default is a folder that can be named', () => {
    for (const explicit of [true, false]) {
      expect(found(index, 'colors', { model: 'default' }, explicit)).toEqual([
        'colors/default/A5/0MM0.png',
        'colors/default/default/0MR0.png',
      ]);
    }
  });
  it('one image in two formats is one image', () => {
    const two = indexOf('colors/1PP2/A5/0MM0.jpg', 'colors/1PP2/default/0MM0.png');
    expect(found(two, 'colors', { model: '1PP2', bodyStyle: 'A5' }, false)).toEqual(['colors/1PP2/A5/0MM0.jpg']);
  });
  it('a query does not narrow types without folders', () => {
    expect(found(index, 'co2', { model: '1PP2' }, true)).toEqual(['co2/A.png']);
    expect(staticCriteria(index, 'co2')).toEqual([]);
  });
  it('criteria are the folders that have pictures, without default', () => {
    expect(staticCriteria(index, 'colors')).toEqual([
      { model: '1PP2', bodyStyle: 'A5' },
      { model: '1PP2' },
      { bodyStyle: 'A5' },
    ]);
  });
  it('a wildcard is cut into model, body style and indicator', () => {
    expect(queryOfWildcard('1PP2A5xxxxxxxxxx')).toEqual({ model: '1PP2', bodyStyle: 'A5' });
    expect(queryOfWildcard('1PPxxxQExxxxxxxx')).toEqual({ model: { pattern: '1PPx' }, majorMinor: 'QE' });
  });
  it('an x is any character in a pattern, and itself in a name', () => {
    const index = indexOf(
      'colors/Axel/A5/a.png',
      'colors/Abel/A5/b.png',
      'dimensions/Lexus/c.png',
      'dimensions/Lenus/d.png',
    );
    expect(found(index, 'colors', { model: 'Axel' }, true)).toEqual(['colors/Axel/A5/a.png']);
    expect(found(index, 'colors', { model: { pattern: 'Axel' } }, true)).toHaveLength(2);
    expect(found(index, 'colors', { model: { pattern: 'Axez' } }, true)).toEqual([]);
    expect(found(index, 'colors', { model: { pattern: 'Abex' } }, true)).toEqual(['colors/Abel/A5/b.png']);
    expect(found(index, 'colors', { model: { pattern: 'Axe' } }, true)).toEqual([]);
    expect(found(index, 'dimensions', { brand: 'Lexus' }, true)).toEqual(['dimensions/Lexus/c.png']);
  });
});

/** Word by word: of all pictures of one key the one whose named levels are preferred from the outermost on. */
function naive(paths: readonly string[], type: OptionType, query: StaticQuery, explicit: boolean): string[] {
  const levels = STATIC_LEVELS[type];
  const best = new Map<string, { rank: string; paths: string[] }>();
  for (const path of paths) {
    const [ofType, ...folders] = path.split('/').slice(0, -1);
    if (ofType !== type) continue;
    const ranks = folders.map((folder, i) => {
      const wanted = query[levels[i] as keyof StaticQuery];
      if (wanted === undefined || wanted === folder) return 0;
      return folder === 'default' && !explicit ? 1 : 2;
    });
    if (ranks.includes(2)) continue;
    const open = folders.filter((_, i) => query[levels[i] as keyof StaticQuery] === undefined);
    const key = [...open, imageNameOf(path)].join('/');
    const rank = ranks.join('');
    const known = best.get(key);
    if (!known || rank < known.rank) best.set(key, { rank, paths: [path] });
    else if (rank === known.rank) known.paths.push(path);
  }
  return [...best.values()].flatMap((one) => one.paths).sort();
}

const values = { brand: ['OPEL', 'DS'], model: ['1PP2', '1PP3'], majorMinor: ['QE', 'RE'], bodyStyle: ['A5', 'B7'] };
const paths = fc.uniqueArray(
  fc
    .constantFrom(...OPTION_TYPES)
    .chain((type) =>
      fc
        .tuple(
          ...STATIC_LEVELS[type].map((level) => fc.constantFrom(...values[level], 'default')),
          fc.constantFrom('a.png', 'b.png', 'a.jpg'),
        )
        .map((parts) => [type, ...parts].join('/')),
    ),
  { maxLength: 60 },
);
const query = fc.record(
  {
    brand: fc.constantFrom(...values.brand, 'NONE'),
    model: fc.constantFrom(...values.model, '0000'),
    majorMinor: fc.constantFrom(...values.majorMinor),
    bodyStyle: fc.constantFrom(...values.bodyStyle, '00'),
  },
  { requiredKeys: [] },
);

describe('names of folders', () => {
  const brand = FOLDER_RULES.brand.pattern;
  const model = FOLDER_RULES.model.pattern;
  it('brands and models are written as their makers do', () => {
    for (const name of ['ALFA ROMEO', 'DS', 'Škoda', 'Citroën', 'Lynk & Co', 'R.R.', 'default', '比亚迪']) {
      expect(name, name).toMatch(brand);
    }
    for (const name of ['1PP2', 'C3 X', 'id.3', 'Ка-1', 'A&B_']) expect(name, name).toMatch(model);
  });
  it('without a blank at either end, or signs that paths and headers part by', () => {
    for (const name of ['A', 'ALFA ROMEO+', ' OPEL', 'OPEL ', 'A/B', 'A\\B', 'A"B', 'A\u202eB', 'A,B', 'ELEVEN CHAR']) {
      expect(name, name).not.toMatch(brand);
    }
    for (const name of ['1PP', '1PP22', ' PP2', '1PP ']) expect(name, name).not.toMatch(model);
  });
});

describe('on random pictures', () => {
  it('search agrees with the definition', () => {
    fc.assert(
      fc.property(paths, query, fc.constantFrom(...OPTION_TYPES), fc.boolean(), (all, wanted, type, explicit) => {
        expect(found(indexOf(...all), type, wanted, explicit)).toEqual(naive(all, type, wanted, explicit));
      }),
      { numRuns: 500 },
    );
  });
  it('finds pictures spread over packs as if they were in one; the later pack takes precedence', () => {
    const packs = fc.array(paths, { maxLength: 4 });
    fc.assert(
      fc.property(packs, query, fc.constantFrom(...OPTION_TYPES), fc.boolean(), (all, wanted, type, explicit) => {
        const images = all.map((of, pack) => of.map((path) => ({ path, pack })));
        const apart = images.map((some) => buildStaticIndex(some));
        const joined = [buildStaticIndex(images.flat())];
        const search = (indexes: typeof apart) => searchStatic(indexes, type, wanted, explicit);
        expect(search(apart)).toEqual(search(joined));
        const criteria = (indexes: typeof apart) => staticCriteria(indexes, type).map((one) => JSON.stringify(one));
        expect(criteria(apart).sort()).toEqual(criteria(joined).sort());
      }),
      { numRuns: 500 },
    );
  });
  it('explicit finds a part of what implicit finds or replaces', () => {
    fc.assert(
      fc.property(paths, query, fc.constantFrom(...OPTION_TYPES), (all, wanted, type) => {
        const index = indexOf(...all);
        const implicit = new Set(found(index, type, wanted, false));
        for (const path of found(index, type, wanted, true)) expect(implicit).toContain(path);
      }),
    );
  });
});
