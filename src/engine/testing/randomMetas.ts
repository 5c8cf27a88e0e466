/**
 * For tests: small random metas, whose configurations can all be counted.
 *
 *   ids, metas
 */
import fc from 'fast-check';
import type { SetMeta } from '../meta.ts';

/** Features of four families. */
export const ids = ['AA1', 'AA2', 'AA3', 'BB1', 'BB2', 'CC1', 'CC2', 'DD1'];
const pattern = fc.constantFrom('1PP2A5Qxxxxxxxxx', '1PP2A5Rxxxxxxxxx', 'xxxxxxxxxxxxxxxx');
const { when } = fc.letrec<{ when: string }>((tie) => ({
  when: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...ids, 'UNKNOWN', 'true'),
    pattern.map((text) => `version(${text})`),
    tie('when').map((text) => `not (${text})`),
    fc.tuple(tie('when'), fc.constantFrom('and', 'or'), tie('when')).map(([a, word, b]) => `(${a}) ${word} (${b})`),
  ),
}));
const optional = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((made) => (made === undefined ? {} : { [key]: made }));
const limits = fc
  .tuple(optional('when', when), optional('versions', fc.array(pattern, { minLength: 1, maxLength: 2 })))
  .map(([a, b]): { when?: string; versions?: string[] } => ({ ...a, ...b }));
/** Small sets: four families of two features, a few standards and rules. */
export const metas: fc.Arbitrary<SetMeta> = fc.record({
  features: fc.record({
    categories: fc.tuple(...ids.map(() => limits)).map((all) => [
      {
        name: 'all',
        families: ['AA', 'BB', 'CC', 'DD'].map((id) => ({
          id,
          label: id,
          features: ids.flatMap((feature, i) =>
            feature.startsWith(id) ? [{ id: feature, label: '', ...all[i] }] : [],
          ),
        })),
      },
    ]),
    standards: fc.array(
      fc.tuple(fc.constantFrom(...ids), limits).map(([feature, rest]) => ({ feature, ...rest })),
      { maxLength: 8 },
    ),
  }),
  layers: fc.constant({}),
  rules: fc
    .array(
      fc.array(
        optional('when', when).map((rest): { when?: string } => rest),
        { maxLength: 4 },
      ),
      { maxLength: 3 },
    )
    .map((families) => ({
      exterior: {
        families: families.map((rules, f) => ({
          name: `f${f}`,
          rules: rules.map((rule, r) => ({ layer: `l${f}-${r}`, ...rule })),
        })),
      },
    })),
});
