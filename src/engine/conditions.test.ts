import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConditionError, parseCondition } from './conditionParser.ts';
import { type Condition, evaluate, featuresIn, printCondition, unmetParts, versionsIn } from './conditions.ts';

const VERSION = '1PP2A5QESFB0A0F4';

function parsed(text: string): Condition {
  const answer = parseCondition(text);
  if (isConditionError(answer)) throw new Error(answer.error);
  return answer;
}

function failed(text: string): string {
  const answer = parseCondition(text);
  if (!isConditionError(answer)) throw new Error(`parsed: ${text}`);
  return answer.error;
}

const holds = (text: string, ...features: string[]) => evaluate(parsed(text), (id) => features.includes(id), VERSION);

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>({ kind: 'true' }),
  fc.constantFrom('AAA', 'BBB', 'CCC').map((id): Condition => ({ kind: 'feature', id })),
  fc.constantFrom('1PP2xxxxxxxxxxxx', 'ZPP2xxxxxxxxxxxx').map((pattern): Condition => ({ kind: 'version', pattern })),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    tie('condition').map((of): Condition => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('condition'), { minLength: 2, maxLength: 4 }))
      .map(([kind, of]): Condition => ({ kind, of })),
  ),
}));
const features = fc.uniqueArray(fc.constantFrom<string[]>('AAA', 'BBB', 'CCC'));

describe('parsing', () => {
  it('binds not, then and, then or', () => {
    expect(parsed('not AAA and BBB or CCC')).toEqual(parsed('((not AAA) and BBB) or CCC'));
    expect(parsed('ZHYK and not (RS05 or version(1PP2A5Rxxxxxxxxx))')).toEqual({
      kind: 'and',
      of: [
        { kind: 'feature', id: 'ZHYK' },
        {
          kind: 'not',
          of: {
            kind: 'or',
            of: [
              { kind: 'feature', id: 'RS05' },
              { kind: 'version', pattern: '1PP2A5Rxxxxxxxxx' },
            ],
          },
        },
      ],
    });
    expect(parsed(' \n(\tAAA ) ')).toEqual({ kind: 'feature', id: 'AAA' });
  });

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(condition, (tree) => {
        expect(parsed(printCondition(tree))).toEqual(tree);
      }),
    );
  });

  it.each([
    ['', "At position 1: expected a feature id, 'version(', 'true', 'not' or '(', found the end."],
    ['AAA and', "At position 8: expected a feature id, 'version(', 'true', 'not' or '(', found the end."],
    ['AAA BBB', "At position 5: expected 'and', 'or' or the end, found 'BBB'."],
    ['(AAA', "At position 5: expected 'and', 'or' or ')', found the end."],
    ['AAA)', "At position 4: expected 'and', 'or' or the end, found ')'."],
    ['AAA AND BBB', "At position 5: expected 'and', 'or' or the end, found 'AND BBB'."],
    ['version 1', "At position 9: expected '(' after 'version', found '1'."],
    ['version(1PP2)', "At position 9: expected an LCDV pattern: 16 characters of A-Z, 0-9 and x, found '1PP2)'."],
    ['AAA and AB', "At position 9: expected a feature id, 'version(', 'true', 'not' or '(', found 'AB'."],
    ['AAA & BBB', "At position 5: expected 'and', 'or' or the end, found '& BBB'."],
  ])('says where %j goes wrong', (text, error) => {
    expect(failed(text)).toBe(error);
  });

  it('nests 200 deep and no deeper', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}AAA${')'.repeat(depth)}`;
    expect(parsed(nested(200))).toEqual({ kind: 'feature', id: 'AAA' });
    expect(failed(nested(201))).toContain("At position 201: expected at most 200 levels of brackets and 'not'");
    expect(holds(`${'not '.repeat(200)}AAA`, 'AAA')).toBe(true);
    expect(failed(`${'not '.repeat(201)}AAA`)).toContain('at most 200 levels');
    expect(holds(Array.from({ length: 300 }, () => '(not AAA)').join(' or '))).toBe(true);
  });

  it('answers for hostile text of 100 kB', () => {
    for (const piece of ['(', 'not ', 'AAA or ', '(AAA) and ', ' ', 'A', ')', 'version(', '\u{1F600}']) {
      failed(piece.repeat(Math.ceil(100_000 / piece.length)));
    }
    expect(holds(`${'AAA or '.repeat(20_000)}BBB`, 'BBB')).toBe(true);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('(', ')', ' ', 'AAA', 'not', 'and', 'or', 'version(', 'x') }),
        (text) => {
          const answer = parseCondition(text);
          if (isConditionError(answer)) expect(answer.position).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});

describe('meaning', () => {
  it('is that of the words', () => {
    expect(holds('true')).toBe(true);
    expect(holds('AAA', 'AAA')).toBe(true);
    expect(holds('AAA', 'BBB')).toBe(false);
    expect(holds('not AAA and BBB', 'BBB')).toBe(true);
    expect(holds('AAA or BBB and CCC', 'AAA')).toBe(true);
    expect(holds('version(1PP2A5Qxxxxxxxxx)')).toBe(true);
    expect(holds('version(1PP2A5Rxxxxxxxxx)')).toBe(false);
  });

  it('depends on the named features and patterns only', () => {
    fc.assert(
      fc.property(condition, features, (tree, chosen) => {
        const named = [...featuresIn([tree])];
        const all = evaluate(tree, (id) => chosen.includes(id), VERSION);
        expect(evaluate(tree, (id) => named.includes(id) && chosen.includes(id), VERSION)).toBe(all);
      }),
    );
    expect([...featuresIn([parsed('BBB or not AAA and BBB')])]).toEqual(['BBB', 'AAA']);
    expect(versionsIn(parsed('version(1PP2A5Qxxxxxxxxx) or AAA'))).toEqual(['1PP2A5Qxxxxxxxxx']);
  });
});

describe('unmet parts', () => {
  it('are the smallest that fail', () => {
    const unmet = (text: string, ...chosen: string[]) =>
      unmetParts(parsed(text), (id) => chosen.includes(id), VERSION).map(printCondition);
    expect(unmet('AAA and (BBB or CCC) and not DDD', 'AAA', 'DDD')).toEqual(['BBB', 'CCC', 'not DDD']);
    expect(unmet('AAA and AAA')).toEqual(['AAA']);
    expect(unmet('AAA', 'AAA')).toEqual([]);
  });

  it('are there exactly when the condition fails, and all fail', () => {
    fc.assert(
      fc.property(condition, features, (tree, chosen) => {
        const has = (id: string) => chosen.includes(id);
        const unmet = unmetParts(tree, has, VERSION);
        expect(unmet.length === 0).toBe(evaluate(tree, has, VERSION));
        for (const part of unmet) expect(evaluate(part, has, VERSION)).toBe(false);
      }),
    );
  });
});
