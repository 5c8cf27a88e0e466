/** The folder rules of every kind of pack. */
import { expect, it } from 'vitest';
import type { PackName } from '../../engine/packNames.ts';
import { place } from './placement.ts';

const SET = '1PP2A5xxxxxxxxxx';
const of = (name: PackName) => (path: string) => {
  const found = place(name, path);
  return 'reason' in found ? found.reason : [found.kind, found.disId, found.viewport, found.driver, found.path];
};

it('meta packs: the files of one set at the top, or of each set in a folder named after it', () => {
  const [own, several] = [of({ kind: 'meta', disId: SET }), of({ kind: 'meta' })];
  expect(own('versions.xml')).toEqual(['meta', SET, undefined, undefined, 'versions.xml']);
  expect(several(`${SET}/versions.xml`)).toEqual(['meta', SET, undefined, undefined, 'versions.xml']);
  expect(several('versions.xml')).toContain('meta files stand in a folder named after their set');
  expect(several('short/versions.xml')).toContain('the folder short is not a set id');
  expect(several(`${SET}/deep/versions.xml`)).toContain('no folders below it');
  expect(several(`${SET}/other.xml`)).toContain('other.xml is not a meta file');
});

it('image packs: a folder for each angle, and above it perhaps one for each resolution', () => {
  const image = of({ kind: 'image', viewport: 'exterior', driver: 'LHD', disId: SET });
  expect(image('001/black.png')).toEqual(['image', SET, 'exterior', 'LHD', '001/black.png']);
  expect(image('HD/001/black.png')).toEqual(['image', SET, 'exterior', 'LHD', 'HD/001/black.png']);
  expect(of({ kind: 'image', viewport: 'interior', disId: SET })('001/a.png')).toEqual([
    ...['image', SET, 'interior', undefined],
    '001/a.png',
  ]);
  for (const path of ['black.png', 'a/HD/001/black.png']) expect(image(path)).toContain('pictures stand at');
  for (const path of ['HD/001/black.jpg', '001/black.PNG']) expect(image(path)).toContain('is not a .png file');
  for (const path of ['HD/001/.png', '001/.png']) expect(image(path)).toBe('the picture has no layer name');
});

it('oneLayer packs: a folder for each set, with meta files, ext and int', () => {
  const pack = of({ kind: 'oneLayer' });
  expect(pack(`${SET}/versions.xml`)).toEqual(['meta', SET, undefined, undefined, 'versions.xml']);
  expect(pack(`${SET}/ext/001/a.png`)).toEqual(['image', SET, 'exterior', undefined, '001/a.png']);
  expect(pack(`${SET}/int/HD/001/a.png`)).toEqual(['image', SET, 'interior', undefined, 'HD/001/a.png']);
  expect(pack('versions.xml')).toContain('the file stands in no folder');
  expect(pack('short/versions.xml')).toContain('the folder short is not a set id');
  expect(pack(`${SET}/out/001/a.png`)).toBe('the folder out is neither ext nor int');
  expect(pack(`${SET}/ext/a.png`)).toContain('pictures stand at');
});

it('static packs: a folder for each type with the levels of that type', () => {
  const pack = of({ kind: 'static' });
  expect(pack('co2/A.png')).toEqual(['static', '', undefined, undefined, 'co2/A.png']);
  expect(pack('A.png')).toContain('the file stands in no folder');
  expect(pack('nonsense/A.png')).toContain('the folder nonsense is not a type');
  expect(pack('co2/deep/A.png')).toBe('pictures of this type stand at co2/<image>');
  expect(pack('co2/A.gif')).toBe('A.gif is not a .png, .jpg or .webp picture');
  expect(pack('colors/1PP2/A5/A.jpeg')).toEqual(['static', '', undefined, undefined, 'colors/1PP2/A5/A.jpeg']);
});
