/** The pictures of several packs as one: the later pack's count. */
import { expect, it } from 'vitest';
import type { ManifestEntry } from './manifest.ts';
import { PackedEntries, packEntries } from './packedEntries.ts';
import { openPictureMap } from './pictureMap.ts';

const at = { offset: 0, compressedSize: 1, method: 0, crc32: 0 } as const;
const text: ManifestEntry = { path: 'layers.xml', sha256: '1'.repeat(64), size: 1, at };
const pictureOf = (path: string, digit: string): ManifestEntry => ({
  path,
  sha256: digit.repeat(64),
  size: 1,
  at,
  picture: { width: 2, height: 2, box: [0, 0, 2, 2], format: 'png' },
});
const packOf = (pack: string, entries: readonly ManifestEntry[]) => ({
  entries: new PackedEntries(packEntries(entries)),
  packSha256: 'f'.repeat(64),
  pack,
  kind: 'image' as const,
  bytes: 0,
  metaBytes: 0,
});

it('is empty without packs, and of packs without pictures', () => {
  expect(openPictureMap([]).isEmpty).toBe(true);
  expect(openPictureMap([packOf('meta.zip', [text])]).isEmpty).toBe(true);
  expect(openPictureMap([packOf('meta.zip', [text]), packOf('a.zip', [pictureOf('001/a.png', '2')])]).isEmpty).toBe(
    false,
  );
});

it('has each path once, from the pack that came last', () => {
  const map = openPictureMap([
    packOf('old.zip', [pictureOf('001/a.png', '2'), pictureOf('001/b.png', '3')]),
    packOf('new.zip', [pictureOf('001/a.png', '4'), text]),
  ]);
  expect([...map].map(({ path, pack }) => `${path} of ${pack}`).sort()).toEqual([
    '001/a.png of new.zip',
    '001/b.png of old.zip',
  ]);
  expect(map.get('001/a.png')).toMatchObject({ pack: 'new.zip', sha256: '4'.repeat(64) });
  expect(map.get('layers.xml')).toBeUndefined();
});
