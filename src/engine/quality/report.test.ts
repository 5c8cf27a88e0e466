/** The report as text (T 2.9): of fixed width, in sections, the same every time. */
import { describe, expect, it } from 'vitest';
import { type Finding, findingOf } from './findings.ts';
import { makeQualityReport, type QualityInput, reportText } from './report.ts';

const textOf = (findings: readonly Finding[], versions = 2) =>
  reportText({ disId: '1PP2A5xxxxxxxxxx', versions, findings });

describe('the text of a report', () => {
  it('has sections with counts, places, messages and examples', () => {
    const example = { version: '1PP2A5QESFB0A0F4', features: ['0MM50NVH', 'ZH8P'] };
    const hole = findingOf('configuration-without-layer', {
      viewport: 'exterior',
      family: 'body',
      place: 'rules-ext.xml, family body',
      message: 'Nothing is painted.',
      example,
    });
    const angle = { viewport: 'interior', angles: ['001', '002'], place: 'asset-profile.xml' } as const;
    const none = findingOf('angle-without-pictures', { ...angle, driver: 'RHD', message: 'No picture.' });
    const strange = findingOf('picture-without-layer', { ...angle, message: 'No layer.' });
    expect(textOf([hole, none, none, strange]).replaceAll(/[-=]{100}/g, '~')).toBe(`Quality report of 1PP2A5xxxxxxxxxx
~
Every legal configuration of 2 versions was considered.
3 errors, 1 warning

ERROR: Configurations without a layer (1)
~
- exterior, rules-ext.xml, family body
  Nothing is painted.
  For example 1PP2A5QESFB0A0F4 with 0MM50NVH ZH8P.

ERROR: Angles without pictures (2)
~
- interior, RHD, angles 001 002, asset-profile.xml
  No picture.
- interior, RHD, angles 001 002, asset-profile.xml
  No picture.

WARNING: Pictures that no layer declares (1)
~
- interior, angles 001 002, asset-profile.xml
  No layer.
`);
  });

  it('is never wider than 100 characters, and loses no word', () => {
    const message = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
    const text = textOf([findingOf('rule-hidden', { place: 'rules-ext.xml', message })]);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  it('fills a line up to its width', () => {
    const text = textOf([findingOf('rule-hidden', { place: 'rules-ext.xml', message: 'x '.repeat(300).trim() })]);
    // Of blanks and single letters, a line that is indented by an even number has an odd length.
    expect(Math.max(...text.split('\n').map((line) => (line.includes('x x') ? line.length : 0)))).toBe(99);
  });

  it('says what it does not know: nothing to prove, or too much', () => {
    expect(textOf([])).toContain('No finding.');
    expect(textOf([], 0)).toContain('declares no version');
    expect(textOf([findingOf('not-proven', { place: 'rules-ext.xml', message: 'Open.' })])).toContain('as far as');
  });
});

describe('the report', () => {
  it('names a version that another set has, and a rule for a layer that the redirect does not lead to', () => {
    const none = { common: new Map(), LHD: new Map(), RHD: new Map() };
    const rules = { families: [{ name: 'body', rules: [{ layer: 'red' }] }] };
    const { findings } = makeQualityReport({
      disId: '1PP2A5xxxxxxxxxx',
      meta: { versions: [{ id: '1PP2A5QESFB0A0F4', label: '' }], layers: {}, rules: { exterior: rules } },
      profile: {},
      pictures: { exterior: none, interior: none },
      own: { exterior: { layers: false, rules: true }, interior: { layers: true, rules: true } },
      elsewhere: [{ version: '1PP2A5QESFB0A0F4', disId: '1PP2A5QExxxxxxxx' }],
    });
    expect(findings.map(({ kind, layer }) => [kind, layer])).toEqual([
      ['layer-without-picture', 'red'],
      ['version-elsewhere', undefined],
    ]);
    expect(findings[0]).toMatchObject({ severity: 'error', example: { version: '1PP2A5QESFB0A0F4', features: [] } });
    expect(findings[1]?.message).toBe(
      '1PP2A5QESFB0A0F4 belongs to 1PP2A5QExxxxxxxx, whose id has fewer x (8 instead of 10): it is not shown from this set.',
    );
  });

  it('says why a version belongs to a set that is not closer', () => {
    const none = { common: new Map(), LHD: new Map(), RHD: new Map() };
    const { findings } = makeQualityReport({
      disId: '1PP2A5xxxxxxxxxB',
      meta: { versions: [], layers: {}, rules: {} },
      profile: {},
      pictures: { exterior: none, interior: none },
      own: { exterior: { layers: true, rules: true }, interior: { layers: true, rules: true } },
      elsewhere: [{ version: '1PP2A5QESFB0A0F4', disId: '1PP2A5xxxxxxxxxA' }],
    });
    expect(findings[0]?.message).toBe(
      '1PP2A5QESFB0A0F4 belongs to 1PP2A5xxxxxxxxxA, whose id has as many x (9) and comes first in the order of its characters: it is not shown from this set.',
    );
  });
});

describe('a report', () => {
  const own = { layers: true, rules: true };
  const none = { common: new Map(), LHD: new Map(), RHD: new Map() };
  const rule = (layer: string, when: string) => ({ layer, when });
  const input = (ofExterior: typeof own): QualityInput => ({
    disId: '1PP2A5xxxxxxxxxx',
    meta: {
      versions: [{ id: '1PP2A5QESFB0A0F4', label: '' }],
      layers: { exterior: { families: [{ name: 'body', layers: ['red', 'blue'].map((name) => ({ name, z: 1 })) }] } },
      rules: { exterior: { families: [{ name: 'body', rules: [rule('red', 'AA1'), rule('red', 'true')] }] } },
    },
    profile: {},
    pictures: { exterior: none, interior: none },
    own: { exterior: ofExterior, interior: own },
    elsewhere: [{ version: '1PP2A5QESFB0A0F4', disId: '1PP2A5QESFB0A0F4' }],
  });
  const kinds = (ofExterior: typeof own) => [
    ...new Set(makeQualityReport(input(ofExterior)).findings.map(({ kind }) => kind)),
  ];

  it('lists errors before warnings, kind by kind', () => {
    const { findings } = makeQualityReport(input(own));
    const severities = findings.map(({ severity }) => severity);
    expect(severities).toEqual([...severities].sort());
    const order = findings.map(({ kind }) => kind);
    expect(order).toEqual([...new Set(order)].flatMap((kind) => order.filter((one) => one === kind)));
    expect(kinds(own).slice(-4)).toEqual([
      'layer-never-chosen',
      'rule-never-holds',
      'unknown-feature',
      'version-elsewhere',
    ]);
  });

  it('tells of layers that borrowed rules name and the set lacks; delivery refuses those of its own', () => {
    const { meta, ...rest } = input(own);
    const layers = { exterior: { families: [{ name: 'body', layers: [{ name: 'blue', z: 1 }] }] } };
    const rules = { exterior: { families: [{ name: 'body', rules: [{ layer: 'red' }, { layer: 'blue' }] }] } };
    const lacking = (ofExterior: typeof own) =>
      makeQualityReport({ ...rest, meta: { ...meta, layers, rules }, own: { exterior: ofExterior, interior: own } })
        .findings.filter(
          ({ kind, message }) => kind === 'layer-without-picture' && message.endsWith(': pictures lack it.'),
        )
        .map(({ place, message }) => [place, message]);
    const place = 'rules-ext.xml, family body';
    expect(lacking(own)).toEqual([]);
    expect(lacking({ layers: true, rules: false })).toEqual([
      [place, 'The rules come from another set and name red, which this set does not declare: pictures lack it.'],
    ]);
    expect(lacking({ layers: false, rules: true })).toEqual([
      [place, 'The layers come from another set, which does not declare red: pictures lack it.'],
    ]);
  });

  it('of a set without versions counts none', () => {
    const { meta, ...rest } = input(own);
    const { versions: _versions, ...others } = meta;
    expect(makeQualityReport({ ...rest, meta: others, elsewhere: [] }).versions).toBe(0);
  });

  it('leaves findings about borrowed rules and layers to the set that owns them', () => {
    const borrowed = ['layer-never-chosen', 'rule-never-holds', 'unknown-feature'];
    const left = (ofExterior: typeof own) => kinds(ofExterior).filter((kind) => borrowed.includes(kind));
    expect(left(own)).toEqual(borrowed);
    expect(left({ layers: true, rules: false })).toEqual([]);
    expect(left({ layers: false, rules: true })).toEqual(['rule-never-holds', 'unknown-feature']);
  });
});
