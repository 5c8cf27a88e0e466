import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../conditions.ts';
import { compileConfiguration } from '../configuration.ts';
import type { SetMeta } from '../meta.ts';
import { conditionsOf } from '../metaConditions.ts';
import { ids, metas } from '../testing/randomMetas.ts';
import type { Finding } from './findings.ts';
import { checkRules, LIMITS } from './rules.ts';

const VERSIONS = ['1PP2A5QESFB0A0F4', '1PP2A5RESFB0A0F4'];

/** Declares the layers that the rules name, and one that none names. */
const withLayers = (meta: SetMeta): SetMeta => ({
  ...meta,
  layers: {
    exterior: {
      families: (meta.rules.exterior?.families ?? []).map(({ name, rules }) => ({
        name,
        layers: [...new Set([...rules.map(({ layer }) => layer), `${name}-unnamed`])].map((layer) => ({
          name: layer,
          z: 1,
        })),
      })),
    },
  },
});

/** Every legal configuration: of each family nothing or one feature, and nothing that would be dropped. */
function* legal(meta: SetMeta): Generator<{ version: string; features: readonly string[] }> {
  const configuration = compileConfiguration(meta);
  const families = [...new Set(ids.map((id) => id.slice(0, 2)))];
  const choices = families.reduce<string[][]>(
    (all, family) =>
      all.flatMap((one) => [one, ...ids.filter((id) => id.startsWith(family)).map((id) => [...one, id])]),
    [[]],
  );
  for (const version of VERSIONS) {
    for (const features of choices) {
      if (configuration.selection(version, features).problems.length === 0) yield { version, features };
    }
  }
}

/** The same findings by looking at every configuration. */
function byCounting(meta: SetMeta): string[] {
  const configuration = compileConfiguration(meta);
  const conditions = conditionsOf(meta).rules.exterior;
  const won = new Set<string>();
  const held = new Set<string>();
  const without = new Set<string>();
  for (const { version, features } of legal(meta)) {
    const options = new Set(configuration.effectiveOptions(version, features));
    for (const { family, winner } of configuration.explanation('exterior', version, features)) {
      if (winner) won.add(`${family} ${winner.rule}`);
      else without.add(family);
    }
    for (const { family, rules } of conditions) {
      for (const [rule, { condition }] of rules.entries()) {
        if (evaluate(condition, (id) => options.has(id), version)) held.add(`${family} ${rule}`);
      }
    }
  }
  const found: string[] = [];
  for (const { family, rules } of conditions) {
    if (without.has(family)) found.push(`configuration-without-layer ${family}`);
    const used = new Set(rules.filter((_, i) => won.has(`${family} ${i}`)).map(({ layer }) => layer));
    for (const [i, { layer }] of rules.entries()) {
      if (won.has(`${family} ${i}`)) continue;
      if (held.has(`${family} ${i}`)) found.push(`rule-hidden ${family} ${i + 1}`);
      else if (used.has(layer)) found.push(`rule-never-holds ${family} ${i + 1}`);
    }
    for (const layer of new Set([...rules.map((rule) => rule.layer), `${family}-unnamed`])) {
      if (!used.has(layer)) found.push(`layer-never-chosen ${layer}`);
    }
  }
  return found.sort();
}

const nameOf = ({ kind, family, layer, place }: Finding): string | undefined => {
  if (kind === 'configuration-without-layer') return `${kind} ${family}`;
  if (kind === 'layer-never-chosen') return `${kind} ${layer}`;
  if (kind === 'rule-hidden' || kind === 'rule-never-holds') return `${kind} ${family} ${place.split('rule ')[1]}`;
  return undefined;
};

it('shows what a rule can do by an example with as few features as possible', () => {
  const family = (id: string) => ({ id: id.slice(0, 2), label: id, features: [{ id, label: id }] });
  const rules = [
    { layer: 'red', when: 'not ZA1 and not ZB1' },
    { layer: 'red', when: 'not ZA1 and not ZC1' },
  ];
  const meta: SetMeta = {
    features: { categories: [{ name: 'all', families: ['ZA1', 'ZB1', 'ZC1'].map(family) }], standards: [] },
    layers: {},
    rules: { exterior: { families: [{ name: 'body', rules }] } },
  };
  const { findings } = checkRules(withLayers(meta), VERSIONS, LIMITS);
  const without = findings.find(({ kind }) => kind === 'configuration-without-layer');
  expect(without?.example?.features).toEqual(['ZA1']);
});

/** Both ways to prove: looking at all of a few, and the solver. */
const WAYS = { 'one by one': LIMITS, 'by the solver': { ...LIMITS, few: 0 } };

describe.each(Object.entries(WAYS))('what rules can and cannot do, proven %s', (_way, limits) => {
  it('agrees with enumerating every configuration, on random metas', () => {
    fc.assert(
      fc.property(metas, (random) => {
        const meta = withLayers(random);
        const found = checkRules(meta, VERSIONS, limits).findings.flatMap((one) => nameOf(one) ?? []);
        expect(found.sort()).toEqual(byCounting(meta));
      }),
      { numRuns: 300 },
    );
  });

  it('gives examples that are legal and show what was found', () => {
    fc.assert(
      fc.property(metas, (random) => {
        const meta = withLayers(random);
        const configuration = compileConfiguration(meta);
        for (const { kind, family, place, example } of checkRules(meta, VERSIONS, limits).findings) {
          if (!example) continue;
          const { version, features } = example;
          expect(configuration.selection(version, features).problems).toEqual([]);
          const explained = configuration.explanation('exterior', version, features);
          const own = explained.find((one) => one.family === family);
          if (kind === 'configuration-without-layer') expect(own?.winner).toBeUndefined();
          if (kind === 'rule-hidden') expect(own?.winner?.rule).toBeLessThan(Number(place.split('rule ')[1]) - 1);
        }
      }),
    );
  });

  it('prefers the example of a whole car, and takes another where there is none', () => {
    const feature = (id: string) => ({ id, label: id });
    const family = (id: string, ...of: string[]) => ({ id, label: id, features: of.map(feature) });
    const example = (when: string) => {
      const meta: SetMeta = {
        features: {
          categories: [{ name: 'all', families: [family('0M', '0MM00N9V', '0MP00NWP'), family('ZH', 'ZH8P')] }],
          standards: [],
        },
        layers: {},
        rules: { exterior: { families: [{ name: 'body', rules: [{ layer: 'red', when }] }] } },
      };
      const { findings } = checkRules(withLayers(meta), VERSIONS, limits);
      return findings.find(({ kind }) => kind === 'configuration-without-layer')?.example?.features;
    };
    expect(example('ZH8P or 0MP00NWP')).toEqual(['0MM00N9V']);
    expect(example('0MM00N9V or 0MP00NWP')).toEqual([]);
    expect(example('ZH8P')).toEqual([]);
  });

  it('reports what it could not prove within its budget', () => {
    const meta = withLayers({
      layers: {},
      rules: { exterior: { families: [{ name: 'body', rules: [{ layer: 'red', when: 'AA1' }] }] } },
    });
    const { findings } = checkRules(meta, VERSIONS, { few: 0, steps: 0 });
    expect(findings.map(({ kind, family }) => `${kind} ${family}`)).toEqual([
      'unknown-feature body',
      'not-proven body',
      'layer-never-chosen body',
    ]);
    expect(findings[2]?.layer).toBe('body-unnamed');
  });

  it('names the file of the viewport whose layer is never chosen', () => {
    const families = [{ name: 'body', layers: [{ name: 'red', z: 1 }] }];
    const rules = { families: [{ name: 'body', rules: [{ layer: 'blue', when: 'true' }] }] };
    const places = (viewport: 'exterior' | 'interior') =>
      checkRules({ layers: { [viewport]: { families } }, rules: { [viewport]: rules } }, VERSIONS, limits)
        .findings.filter(({ kind }) => kind === 'layer-never-chosen')
        .map(({ layer, place }) => [layer, place]);
    expect(places('exterior')).toEqual([['red', 'layers-ext.xml, family body']]);
    expect(places('interior')).toEqual([['red', 'layers-int.xml, family body']]);
  });

  it('reports mandatory families that can be without an option, with the versions that it is true of', () => {
    const family = (id: string, ...ids: string[]) => ({
      id,
      label: id,
      features: ids.map((one) => ({ id: one, label: one })),
    });
    const meta = (standards: NonNullable<SetMeta['features']>['standards']): SetMeta => ({
      features: {
        categories: [
          { name: 'all', families: [family('0M', '0MM00N9V'), family('0P', '0P2H0RFX'), family('ZH', 'ZH8P')] },
        ],
        standards,
      },
      layers: {},
      rules: {},
    });
    const found = (standards: Parameters<typeof meta>[0]) =>
      checkRules(meta(standards), VERSIONS).findings.map(({ kind, place, message }) => [kind, place, message]);
    const [first = ''] = VERSIONS;
    const place = 'features.xml, standards';
    expect(found([{ feature: '0MM00N9V' }, { feature: '0P2H0RFX' }])).toEqual([]);
    expect(found([{ feature: '0P2H0RFX' }])).toEqual([
      ['standard-missing', place, 'The family 0M is mandatory, and has no option with nothing chosen.'],
    ]);
    expect(found([{ feature: '0MM00N9V' }, { feature: '0P2H0RFX', versions: [first] }])).toEqual([
      [
        ...['standard-missing', place],
        `The family 0P is mandatory, and has no option with nothing chosen. In 1 of 2 versions: ${VERSIONS[1]}.`,
      ],
    ]);
    expect(found([{ feature: '0MM00N9V', when: 'not ZH8P' }, { feature: '0P2H0RFX' }])).toEqual([
      ['standard-missing', place, 'The family 0M is mandatory, and has no option with ZH8P.'],
    ]);
    const { findings } = checkRules(meta([]), VERSIONS, { few: 0, steps: 0 });
    expect(findings.map(({ kind, family: id, viewport }) => [kind, id, viewport])).toEqual([
      ['not-proven', '0M', undefined],
      ['not-proven', '0P', undefined],
    ]);
    expect(checkRules({ layers: {}, rules: {} }, VERSIONS).findings).toEqual([]);
  });

  it('reports features that nobody declares, wherever a condition names them', () => {
    const known = { id: 'ZH8P', label: '' };
    const asking = { id: 'ZH9P', label: '', when: 'ZH8P and not AA1' };
    const meta: SetMeta = {
      features: {
        categories: [{ name: 'all', families: [{ id: 'ZH', label: '', features: [known, asking] }] }],
        standards: [{ feature: 'ZH8P', when: 'not ZH9P or AA2' }],
      },
      layers: {},
      rules: {
        exterior: {
          families: [
            {
              name: 'body',
              rules: [
                { layer: 'red', when: 'ZH8P' },
                { layer: 'red', when: 'AA3' },
              ],
            },
          ],
        },
        interior: { families: [{ name: 'seats', rules: [{ layer: 'grey', when: 'ZH9P or AA4' }] }] },
      },
    };
    const found = checkRules(meta, VERSIONS).findings.filter(({ kind }) => kind === 'unknown-feature');
    const never = 'which the set does not declare: it is never true.';
    expect(
      found.map(({ viewport, family, feature, place, message }) => [viewport, family, feature, place, message]),
    ).toEqual([
      [undefined, 'ZH', 'AA1', 'features.xml, feature ZH9P', `The feature ZH9P asks for AA1, ${never}`],
      [undefined, 'ZH', 'AA2', 'features.xml, standard ZH8P', `The standard ZH8P asks for AA2, ${never}`],
      ['exterior', 'body', 'AA3', 'rules-ext.xml, family body, rule 2', `The rule names AA3, ${never}`],
      ['interior', 'seats', 'AA4', 'rules-int.xml, family seats, rule 1', `The rule names AA4, ${never}`],
    ]);
  });

  it('reports features in a family that their code contradicts, each once', () => {
    const feature = (id: string) => ({ id, label: id });
    const family = (id: string, ...ids: string[]) => ({ id, label: id, features: ids.map(feature) });
    const meta: SetMeta = {
      features: {
        categories: [
          {
            name: 'all',
            families: [
              family('0M', '0MM00N9V', 'ZH8P', '0P2H0RFX'),
              family('0P', '0P2H0RFY'),
              family('RS', 'RS05', '0MM00NWP', 'ZH8Q'),
            ],
          },
        ],
        standards: [],
      },
      layers: {},
      rules: {},
    };
    const { findings } = checkRules(meta, []);
    expect(findings.map(({ kind, severity, place, message }) => [kind, severity, place, message])).toEqual([
      [
        ...['family-contradicted', 'error', 'features.xml, feature ZH8P'],
        'The feature ZH8P stands in the family 0M, and its code says that it is neither a colour nor a trim.',
      ],
      [
        ...['family-contradicted', 'error', 'features.xml, feature 0P2H0RFX'],
        'The feature 0P2H0RFX stands in the family 0M, and its code says that it is a trim (0P).',
      ],
      [
        ...['family-contradicted', 'error', 'features.xml, feature 0MM00NWP'],
        'The feature 0MM00NWP stands in the family RS, and its code says that it is a colour (0M).',
      ],
    ]);
  });
});
