import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GLOBAL_CONFIG_KINDS, parseGlobalConfigName, parsePackName } from './packNames.ts';

const disId = '1PP2A5xxxxxxxxxx';

describe('pack names', () => {
  it('have at most 255 characters', () => {
    const named = (length: number) => `meta-${disId}_${'a'.repeat(length - 26)}.zip`;
    expect([named(255).length, parsePackName(named(255))]).toEqual([255, { kind: 'meta', disId }]);
    expect(parsePackName(named(256))).toEqual({ error: expect.any(String) });
  });

  it('say kind, viewport, driver type and set', () => {
    expect(parsePackName(`image-ext-${disId}.zip`)).toEqual({ kind: 'image', viewport: 'exterior', disId });
    expect(parsePackName(`image-ext-${disId}_2026-11.zip`)).toEqual({ kind: 'image', viewport: 'exterior', disId });
    expect(parsePackName(`image-int-rhd-${disId}.zip`)).toEqual({
      kind: 'image',
      viewport: 'interior',
      driver: 'RHD',
      disId,
    });
    expect(parsePackName(`image-int-lhd-${disId}a.zip`)).toEqual({
      kind: 'image',
      viewport: 'interior',
      driver: 'LHD',
      disId,
    });
    expect(parsePackName('meta.zip')).toEqual({ kind: 'meta' });
    expect(parsePackName(`meta-${disId}.zip`)).toEqual({ kind: 'meta', disId });
    expect(parsePackName(`meta-${disId}_3.zip`)).toEqual({ kind: 'meta', disId });
    expect(parsePackName('meta-ABCDEFGHIJKLMNOPQ.zip')).toEqual({ kind: 'meta' });
    expect(parsePackName('static-2026.zip')).toEqual({ kind: 'static' });
    expect(parsePackName('oneLayer.zip')).toEqual({ kind: 'oneLayer' });
  });

  it.each([
    '',
    '.zip',
    'meta',
    'META.zip',
    'meta.ZIP',
    'Static.zip',
    'onelayer.zip',
    'image-ext.zip',
    'image-ext-1PP2A5.zip',
    'image-ext-LHD-1PP2A5xxxxxxxxxx.zip',
    'image-top-1PP2A5xxxxxxxxxx.zip',
    'image-ext-1PP2A5XXxxxxxxx*.zip',
    'my-meta.zip',
    'meta/../x.zip',
    'meta\\x.zip',
    'meta\u0000.zip',
    'meta\u202egpj.zip',
    'meta\u200b.zip',
    'meta".zip',
    `meta${'x'.repeat(248)}.zip`,
  ])('refuse %j with the exact message', (name) => {
    expect(parsePackName(name)).toEqual({ error: `File name ${name} do not match the expected format!` });
  });

  it('answer for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const answer = parsePackName(name);
        if (!('error' in answer)) expect(name).toMatch(/^(meta|image|static|oneLayer).*\.zip$/u);
      }),
    );
  });
});

describe('global configuration names', () => {
  it('say their kind', () => {
    for (const kind of GLOBAL_CONFIG_KINDS) {
      expect(parseGlobalConfigName(`${kind}.xml`)).toEqual({ kind });
      expect(parseGlobalConfigName(`${kind}-2.xml`)).toEqual({ kind });
    }
  });

  it.each([
    'country.xml',
    'country_list.XML',
    'country_list',
    ' country_list.xml',
    'country_list/a.xml',
    'onelayer_redirect.xml',
  ])('refuse %j', (name) => {
    expect(parseGlobalConfigName(name)).toEqual({ error: `File name ${name} do not match the expected format!` });
  });
});
