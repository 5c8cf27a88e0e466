import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConditionError, parseCondition } from './conditionParser.ts';
import { evaluate } from './conditions.ts';
import { compileConfiguration } from './configuration.ts';
import { matches } from './lcdv.ts';
import type { Feature, FeatureFamily, SetMeta } from './meta.ts';
import { ids, metas } from './testing/randomMetas.ts';

const GT = '1PP2A5QESFB0A0F4';
const ALLURE = '1PP2A5RESFB0A0F4';

const meta: SetMeta = {
  features: {
    categories: [
      {
        name: 'Exterior',
        families: [
          {
            id: '0M',
            label: 'Colour',
            features: [
              { id: '0MM00N9V', label: 'Perla Nera' },
              { id: '0MP00NWP', label: 'Banquise white', versions: ['1PP2A5Qxxxxxxxxx'] },
            ],
          },
          {
            id: 'ZH',
            label: 'Wheels',
            features: [
              { id: 'ZH8P', label: '16 inch' },
              { id: 'ZH9P', label: '17 inch', when: 'not WLN8' },
            ],
          },
        ],
      },
      {
        name: 'Interior',
        families: [
          { id: 'WL', label: 'Seats', features: [{ id: 'WLN8', label: 'Heated', when: '0MP00NWP or not ZH9P' }] },
        ],
      },
    ],
    standards: [
      { feature: '0MP00NWP' },
      { feature: '0MM00N9V' },
      { feature: 'ZH9P', when: '0MP00NWP' },
      { feature: 'ZH8P' },
    ],
  },
  layers: {},
  rules: {
    exterior: {
      families: [
        {
          name: 'body',
          rules: [
            { layer: 'white', when: '0MP00NWP' },
            { layer: 'black', when: '0MM00N9V and ABSENT or true' },
          ],
        },
        {
          name: 'wheels',
          rules: [
            { layer: 'w17', when: 'ZH9P and version(1PP2A5Qxxxxxxxxx)' },
            { layer: 'w16', when: 'ZH8P' },
          ],
        },
      ],
    },
  },
};
const configuration = compileConfiguration(meta);

describe('selection', () => {
  it('keeps one feature of a family, the last chosen', () => {
    const { features, problems } = configuration.selection(GT, ['0MM00N9V', '0MP00NWP', 'ZH8P']);
    expect(features).toEqual(['0MP00NWP', 'ZH8P']);
    expect(problems.map(({ id, reason }) => [id, reason])).toEqual([['0MM00N9V', 'replaced']]);
  });

  it('reports what it does not know', () => {
    const { features, problems } = configuration.selection(GT, ['nope', 'RS05']);
    expect(features).toEqual([]);
    expect(problems.map(({ id, reason }) => [id, reason])).toEqual([
      ['nope', 'malformed'],
      ['RS05', 'unknown'],
    ]);
  });

  it('reports what it drops in file order, whatever the order of choosing', () => {
    for (const chosen of [
      ['ZH9P', 'WLN8', '0MP00NWP'],
      ['0MP00NWP', 'WLN8', 'ZH9P'],
    ]) {
      const { problems } = configuration.selection(ALLURE, chosen);
      expect(problems.map(({ id, reason }) => [id, reason])).toEqual([
        ['0MP00NWP', 'notOffered'],
        ['ZH9P', 'notOffered'],
      ]);
    }
  });

  it('drops what is no longer offered', () => {
    const { features, problems } = configuration.selection(ALLURE, ['0MP00NWP', 'ZH8P']);
    expect(features).toEqual(['ZH8P']);
    expect(problems).toEqual([
      {
        id: '0MP00NWP',
        reason: 'notOffered',
        message: `0MP00NWP is not offered for ${ALLURE} with the other chosen features.`,
      },
    ]);
  });
});

describe('offer, standards and layers', () => {
  it('offer what the version and the selection allow', () => {
    const offered = configuration.offeredFeatures(GT, ['WLN8']);
    expect(offered.map(({ featureId, isSelected }) => [featureId, isSelected])).toEqual([
      ['0MM00N9V', false],
      ['0MP00NWP', false],
      ['ZH8P', false],
      ['WLN8', true],
    ]);
    expect(offered[3]?.categoryName).toBe('Interior');
    expect(configuration.offeredFeatures(ALLURE, []).map(({ featureId }) => featureId)).not.toContain('0MP00NWP');
  });

  it('complete families in file order, each seeing those before', () => {
    expect(configuration.effectiveOptions(GT, [])).toEqual(['0MP00NWP', 'ZH9P']);
    expect(configuration.effectiveOptions(GT, ['0MM00N9V'])).toEqual(['0MM00N9V', 'ZH8P']);
    expect(configuration.effectiveOptions(ALLURE, [])).toEqual(['0MM00N9V', 'ZH8P']);
    // What is offered follows from what was chosen: a standard that is chosen counts, one that is only there does not.
    const seesChoice = compileConfiguration({
      ...meta,
      features: {
        categories: [
          {
            name: 'all',
            families: [
              { id: 'AA', label: '', features: [{ id: 'AA1', label: '' }] },
              {
                id: 'BB',
                label: '',
                features: [
                  { id: 'BB1', label: '', when: 'AA1' },
                  { id: 'BB2', label: '' },
                ],
              },
            ],
          },
        ],
        standards: [{ feature: 'AA1' }, { feature: 'BB1' }, { feature: 'BB2' }],
      },
      rules: {},
    });
    expect(seesChoice.effectiveOptions(GT, [])).toEqual(['AA1', 'BB2']);
    expect(seesChoice.effectiveOptions(GT, ['AA1'])).toEqual(['AA1', 'BB1']);
    // A family sees those before it: a standard of a later one is not there yet.
    const family = (id: string) => ({
      id,
      label: '',
      features: [1, 2].map((number) => ({ id: `${id}${number}`, label: '' })),
    });
    const forward = compileConfiguration({
      ...meta,
      features: {
        categories: [{ name: 'all', families: [family('AA'), family('BB'), family('CC')] }],
        standards: [{ feature: 'AA1', when: 'BB1 and CC1' }, { feature: 'AA2' }, { feature: 'BB1' }],
      },
      rules: {},
    });
    expect(forward.effectiveOptions(GT, ['CC1'])).toEqual(['AA2', 'BB1', 'CC1']);
    expect(forward.effectiveOptions(GT, ['BB1', 'CC1'])).toEqual(['AA1', 'BB1', 'CC1']);
  });

  it('answer a standard also for a family with a choice', () => {
    const standards = configuration
      .standardOptions(GT, ['0MM00N9V'])
      .map(({ featureClass, featureId }) => [featureClass, featureId]);
    expect(standards).toEqual([
      ['0M', '0MP00NWP'],
      ['ZH', 'ZH8P'],
    ]);
  });

  it('paint the first rule that holds', () => {
    expect(configuration.preselectedLayers('exterior', GT)).toEqual([
      { family: 'body', layer: 'white' },
      { family: 'wheels', layer: 'w17' },
    ]);
    expect(configuration.layersOfViewport('exterior', ALLURE, ['ZH9P'])).toEqual([{ family: 'body', layer: 'black' }]);
    expect(configuration.preselectedLayers('interior', GT)).toEqual([]);
  });

  it('explain themselves', () => {
    expect(configuration.explanation('exterior', ALLURE, ['ZH9P'])).toEqual([
      {
        family: 'body',
        winner: { rule: 1, layer: 'black', condition: '0MM00N9V and ABSENT or true' },
        tried: [{ rule: 0, layer: 'white', condition: '0MP00NWP', failed: ['0MP00NWP'] }],
      },
      {
        family: 'wheels',
        tried: [
          {
            rule: 0,
            layer: 'w17',
            condition: 'ZH9P and version(1PP2A5Qxxxxxxxxx)',
            failed: ['version(1PP2A5Qxxxxxxxxx)'],
          },
          { rule: 1, layer: 'w16', condition: 'ZH8P', failed: ['ZH8P'] },
        ],
      },
    ]);
  });

  it('refuse a condition that does not parse, naming its place', () => {
    const bad: SetMeta = {
      layers: {},
      rules: { interior: { families: [{ name: 'seats', rules: [{ layer: 'a', when: 'AAA or' }] }] } },
    };
    expect(() => compileConfiguration(bad)).toThrow(/^rules-int\.xml, family seats, rule 1: .*At position 7/);
  });
});

/** The definitions of the domain, word by word and without regard to speed. */
function naive(set: SetMeta, version: string, chosen: readonly string[]) {
  const families = set.features?.categories.flatMap((category) => category.families) ?? [];
  const familyOf = (id: string) => families.find((family) => family.features.some((feature) => feature.id === id));
  const holds = (when: string | undefined, versions: readonly string[] | undefined, options: readonly string[]) => {
    const condition = parseCondition(when ?? 'true');
    if (isConditionError(condition)) throw new Error(condition.error);
    const fits = versions?.some((pattern) => matches(pattern, version)) ?? true;
    const known = options.filter((id) => familyOf(id));
    return fits && evaluate(condition, (id) => known.includes(id), version);
  };
  const offered = (family: FeatureFamily, feature: Feature, selection: readonly string[]) =>
    holds(
      feature.when,
      feature.versions,
      selection.filter((id) => familyOf(id) !== family),
    );
  const isOffered = (id: string, selection: readonly string[]) =>
    families.some((family) =>
      family.features.some((feature) => feature.id === id && offered(family, feature, selection)),
    );

  let selection: string[] = [];
  for (const id of chosen) {
    if (familyOf(id)) selection = [...selection.filter((other) => familyOf(other) !== familyOf(id)), id];
  }
  for (;;) {
    const offered = selection.filter((id) => isOffered(id, selection));
    if (offered.length === selection.length) break;
    selection = offered;
  }
  const complete = (from: readonly string[]) => {
    const options = [...from];
    for (const family of families) {
      if (options.some((id) => familyOf(id) === family)) continue;
      const standard = set.features?.standards.find(
        ({ feature, when, versions }) =>
          familyOf(feature) === family && holds(when, versions, options) && isOffered(feature, from),
      );
      if (standard) options.push(standard.feature);
    }
    return options;
  };
  const options = complete(selection);
  return {
    selection: [...selection].sort(),
    offered: families.flatMap((family) =>
      family.features
        .filter((feature) => offered(family, feature, selection))
        .map(({ id }) => [id, selection.includes(id)]),
    ),
    standards: families.flatMap((family) => {
      const without = selection.filter((id) => familyOf(id) !== family);
      return complete(without).filter((id) => familyOf(id) === family);
    }),
    options: [...options].sort(),
    layers: (set.rules.exterior?.families ?? []).flatMap((family) => {
      const rule = family.rules.find(({ when }) => holds(when, undefined, options));
      return rule ? [{ family: family.name, layer: rule.layer }] : [];
    }),
  };
}

const version = fc.constantFrom(GT, ALLURE);
const chosen = fc.array(fc.constantFrom(...ids, 'UNKNOWN'), { maxLength: 6 });

describe('on random metas', () => {
  it('the compiled form agrees with the definitions', () => {
    fc.assert(
      fc.property(metas, version, chosen, (set, lcdv, choice) => {
        const compiled = compileConfiguration(set);
        expect({
          selection: [...compiled.selection(lcdv, choice).features].sort(),
          offered: compiled.offeredFeatures(lcdv, choice).map(({ featureId, isSelected }) => [featureId, isSelected]),
          standards: compiled.standardOptions(lcdv, choice).map(({ featureId }) => featureId),
          options: [...compiled.effectiveOptions(lcdv, choice)].sort(),
          layers: compiled.layersOfViewport('exterior', lcdv, choice),
        }).toEqual(naive(set, lcdv, choice));
      }),
      { numRuns: 500 },
    );
  });

  it('an answer does not depend on what was asked before', () => {
    fc.assert(
      fc.property(metas, fc.array(fc.tuple(version, chosen), { minLength: 2, maxLength: 5 }), (set, configurations) => {
        const often = compileConfiguration(set);
        for (const [lcdv, choice] of configurations) {
          const once = compileConfiguration(set);
          expect([
            often.layersOfViewport('exterior', lcdv, choice),
            often.effectiveOptions(lcdv, choice),
            often.standardOptions(lcdv, choice),
          ]).toEqual([
            once.layersOfViewport('exterior', lcdv, choice),
            once.effectiveOptions(lcdv, choice),
            once.standardOptions(lcdv, choice),
          ]);
        }
      }),
    );
  });

  it('of a feature that is declared twice the first counts', () => {
    const family = (id: string, label: string) => ({ id, label, features: [{ id: 'ZH8P', label }] });
    const families = [family('ZH', 'first'), family('ZI', 'second')];
    const compiled = compileConfiguration({
      features: { categories: [{ name: 'all', families }], standards: [] },
      layers: {},
      rules: {},
    });
    const offered = compiled.offeredFeatures(GT, []);
    expect(offered.map(({ featureId, featureLabel }) => [featureId, featureLabel])).toEqual([['ZH8P', 'first']]);
  });

  it('the order of features of different families means nothing, and selecting twice changes nothing', () => {
    const oneEach = fc.uniqueArray(fc.constantFrom(...ids), { selector: (id) => id.slice(0, 2) });
    fc.assert(
      fc.property(metas, version, oneEach, (set, lcdv, choice) => {
        const compiled = compileConfiguration(set);
        const { features } = compiled.selection(lcdv, choice);
        expect(compiled.selection(lcdv, [...choice].reverse()).features).toEqual(features);
        expect(compiled.selection(lcdv, features)).toEqual({ features, problems: [] });
      }),
    );
  });

  it('the explanation names the layer that is painted', () => {
    fc.assert(
      fc.property(metas, version, chosen, (set, lcdv, choice) => {
        const compiled = compileConfiguration(set);
        const explained = compiled.explanation('exterior', lcdv, choice).flatMap(({ family, winner, tried }) => {
          for (const { failed } of tried) expect(failed.length).toBeGreaterThan(0);
          return winner ? [{ family, layer: winner.layer }] : [];
        });
        expect(explained).toEqual(compiled.layersOfViewport('exterior', lcdv, choice));
      }),
    );
  });
});
