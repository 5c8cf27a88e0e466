import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaticImageInfo, VersionsCriteria } from '../../contract/index.ts';
import { searchStatic } from '../../engine/staticImages.ts';
import { openAreaRefs } from '../catalogue/areaRefs.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, rawZip, zipOf } from '../testing/tinyPacks.ts';
import { printedDate, replaceMissingGlyphs } from './pdf.ts';
import { openStaticIndexes } from './staticIndexes.ts';

const TESTER = { as: ['ROLE_TEST'] as const };
const EMBARGO = '/embargo/api/v2';

async function promoted(server: TestApp, fileName: string): Promise<void> {
  const body = { fileName, source: 'embargo', target: 'preprod' };
  const answer = await server.call('POST', '/api/v2/admin/static/promote', { body });
  expect(answer.statusCode, answer.body).toBe(200);
  for (;;) {
    const images = await server.call('GET', '/preprod/api/v2/image/static/imageInfo/colors');
    if (images.json<unknown[]>().length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

it('a PDF has the date that the screens show', () => {
  expect(printedDate(new Date('2026-01-10T22:30:00Z'))).toBe('11.01.2026');
});

it('a character that the font of the PDF lacks is replaced by its code', () => {
  const has = (code: number) => code < 0x250;
  expect(replaceMissingGlyphs('Straße 0MM0', has)).toBe('Straße 0MM0');
  expect(replaceMissingGlyphs('中文-blau 😀\ufe0f', has)).toBe('U+4E2D U+6587 -blau U+1F600');
});

describe.each(databases())('static images on %s', (kind) => {
  let server: TestApp;
  const paths = async (path: string, options = {}) =>
    (await server.call('GET', `${EMBARGO}${path}`, options)).json<StaticImageInfo[]>().map((image) => image.path);

  beforeAll(async () => {
    server = await startTestApp(kind);
    const red = await plain([200, 0, 0, 255], 40, 20);
    const jpeg = await sharp(red).jpeg().toBuffer();
    const webp = await sharp(red).webp().toBuffer();
    await server.deliver(
      'static_one.zip',
      await zipOf({
        'colors/1PP2/A5/0MM00N9V.png': red,
        'colors/default/A5/0MM00N9V.jpg': jpeg,
        'colors/default/A5/0MP00NWP.jpg': jpeg,
        'trims/1PP2/default/0P2H0RFX.webp': webp,
        'features/OPEL/1PP2/QE/A5/ZH8P.png': red,
        'features/OPEL/default/default/default/Straße.png': red,
        'co2/A.png': red,
        'dimensions/OPEL/side.png': red,
      }),
    );
    const versions = '<versions><version id="2BB3C7QESFB0A0F4" label="another car line"/></versions>';
    await server.deliver('meta-2BB3C7xxxxxxxxxx.zip', await metaZip({ 'versions.xml': versions }, '2BB3C7xxxxxxxxxx'));
  });
  afterAll(() => server.stop());

  it('T 7: criteria come from folders; versionsCriteria adds the versions of image sets', async () => {
    const only = (await server.call('GET', `${EMBARGO}/test/versionsStaticCriteria`)).json<VersionsCriteria>();
    expect(only.featureFilters).toEqual([
      { brand: 'OPEL', carLine: '1PP2', majorMinorIndicator: 'QE', bodyStyle: 'A5' },
      { brand: 'OPEL', carLine: '', majorMinorIndicator: '', bodyStyle: '' },
    ]);
    expect(only.co2Filters).toEqual([]);
    expect(only.dimensionFilters).toEqual([{ brand: 'OPEL', carLine: '', majorMinorIndicator: '', bodyStyle: '' }]);
    const all = (await server.call('GET', `${EMBARGO}/test/versionsCriteria`)).json<VersionsCriteria>();
    const declared = { brand: '', carLine: '2BB3', majorMinorIndicator: '', bodyStyle: 'C7' };
    expect(all.colorFilters).toEqual([...only.colorFilters, declared]);
  });

  it('T 7: explicit and implicit search, omitted values, the two halves of the indicator', async () => {
    const colors = '/image/static/imageInfo/Colors?familyCode=1PP2&bodyStyle=A5';
    expect(await paths(`${colors}&explicit=true`)).toEqual(['colors/1PP2/A5/0MM00N9V.png']);
    expect(await paths(`${colors}&explicit=false`)).toEqual([
      'colors/1PP2/A5/0MM00N9V.png',
      'colors/default/A5/0MP00NWP.jpg',
    ]);
    const features = '/image/static/imageInfo/features?brand=OPEL&explicit=true';
    expect(await paths(`${features}&majorIndicator=Q`)).toEqual(['features/OPEL/1PP2/QE/A5/ZH8P.png']);
    expect(await paths(`${features}&minorIndicator=X`)).toEqual([]);
    expect(await paths('/image/static/CO2ClassImages?explicit=true')).toEqual(['co2/A.png']);
  });

  it('T 7: optionImageInfo takes a wildcard', async () => {
    expect(await paths('/test/static/optionImageInfo?versionWildcard=1PP2A5QExxxxxxxx')).toEqual([
      'colors/1PP2/A5/0MM00N9V.png',
      'colors/default/A5/0MP00NWP.jpg',
      'trims/1PP2/default/0P2H0RFX.webp',
      'features/OPEL/1PP2/QE/A5/ZH8P.png',
      'features/OPEL/default/default/default/Straße.png',
    ]);
  });

  it('refuses an unknown type, wrong lengths, and a malformed wildcard', async () => {
    const message = async (path: string) => {
      const answer = await server.call('GET', `${EMBARGO}${path}`);
      return `${answer.statusCode} ${answer.json<{ errorMessage: string }>().errorMessage}`;
    };
    expect(await message('/image/static/imageInfo/wheels')).toBe(
      '400 wheels is not a type. Types: colors, trims, features, co2, dimensions.',
    );
    expect(await message('/image/static/imageInfo/colors?familyCode=1PP')).toMatch(/^400 .*exactly 4/);
    expect(await message('/image/static/imageInfo/colors?brand=O')).toMatch(/^400 .*2 to 10/);
    expect(await message('/test/static/optionImageInfo?versionWildcard=abc')).toMatch(/^400 .*4 to 16/);
  });

  it('a picture by its url: as delivered, by content, with ETag, ranges and small forms', async () => {
    const [first] = (await server.call('GET', `${EMBARGO}/image/static/imageInfo/colors`)).json<StaticImageInfo[]>();
    const url = new URL(first?.url ?? '');
    expect(url.pathname).toMatch(/^\/embargo\/api\/v2\/image\/static\/pictures\/[0-9a-f]{64}\/0MM00N9V\.png$/);
    const whole = await server.call('GET', url.pathname);
    expect(whole.headers['content-type']).toBe('image/png');
    expect(whole.headers['x-content-type-options']).toBe('nosniff');
    expect(whole.headers['cache-control']).toBe('no-store');
    const etag = String(whole.headers['etag']);
    const again = await server.call('GET', url.pathname, { headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const part = await server.call('GET', url.pathname, { headers: { range: 'bytes=1-3' } });
    expect([part.statusCode, part.body]).toEqual([206, 'PNG']);
    expect(part.headers['content-range']).toBe(`bytes 1-3/${whole.rawPayload.length}`);
    const beyond = await server.call('GET', url.pathname, { headers: { range: 'bytes=999999-' } });
    expect(beyond.statusCode).toBe(416);
    const thumb = await server.call('GET', `${url.pathname}?size=thumb`);
    expect(thumb.headers['content-type']).toBe('image/webp');
    expect((await sharp(thumb.rawPayload).metadata()).width).toBe(40);
  });

  it('a picture with an Exif rotation is upright in its small forms, as browsers show the original', async () => {
    const lying = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await server.deliver('static_camera.zip', await zipOf({ 'dimensions/DS/camera.jpg': lying }));
    const found = await server.call('GET', `${EMBARGO}/image/static/imageInfo/dimensions?brand=DS`);
    const path = new URL(found.json<StaticImageInfo[]>()[0]?.url ?? '').pathname;
    const shown = await sharp((await server.call('GET', path)).rawPayload).metadata();
    expect(shown).toMatchObject({ width: 40, height: 20, orientation: 6 });
    for (const size of ['thumb', 'print']) {
      const small = await server.call('GET', `${path}?size=${size}`);
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 20, height: 40 });
    }
  });

  it('the content decides the type of a picture, and a contradicting name is refused', async () => {
    const all = (await server.call('GET', `${EMBARGO}/image/static/imageInfo/colors`)).json<StaticImageInfo[]>();
    const url = all.find(({ path }) => path === 'colors/default/A5/0MP00NWP.jpg')?.url ?? '';
    const answer = await server.call('GET', new URL(url).pathname);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    const red = sharp({ create: { width: 4, height: 2, channels: 3, background: 'red' } });
    const [jpeg, webp, png] = await Promise.all([red.jpeg().toBuffer(), red.webp().toBuffer(), red.png().toBuffer()]);
    const files = { 'co2/a.png': webp, 'co2/b.jpg': png, 'co2/c.webp': jpeg, 'co2/d.jpeg': jpeg };
    const { state, problems } = await server.deliver('static_names.zip', await zipOf(files));
    expect(state).toBe('refused');
    expect(problems).toEqual([
      { entry: 'co2/a.png', reason: 'the file is named .png, its content is WEBP' },
      { entry: 'co2/b.jpg', reason: 'the file is named .jpg, its content is PNG' },
      { entry: 'co2/c.webp', reason: 'the file is named .webp, its content is JPEG' },
    ]);
  });

  it('is served without its metadata, whole and in ranges, here and in the file browser; the pack keeps it', async () => {
    const SECRET = 'Secret maker 48.8 N';
    const made = sharp({ create: { width: 40, height: 20, channels: 3, background: '#123456' } })
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: SECRET } })
      .withMetadata({ orientation: 6 })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`);
    const [jpeg, png, webp] = await Promise.all([
      made.jpeg().toBuffer(),
      made.png().toBuffer(),
      made.webp().toBuffer(),
    ]);
    const pack = await zipOf({
      'dimensions/SECRET/s.jpg': jpeg,
      'dimensions/SECRET/s.png': png,
      'dimensions/SECRET/s.webp': webp,
    });
    expect(await server.deliver('static_secret.zip', pack)).toMatchObject({ state: 'live' });
    const images = (await server.call('GET', `${EMBARGO}/image/static/imageInfo/dimensions?brand=SECRET`)).json<
      StaticImageInfo[]
    >();
    for (const [path, original] of [
      ['dimensions/SECRET/s.jpg', jpeg],
      ['dimensions/SECRET/s.png', png],
      ['dimensions/SECRET/s.webp', webp],
    ] as const) {
      expect(original.includes(SECRET)).toBe(true);
      const url = new URL(images.find((image) => image.path === path)?.url ?? '').pathname;
      const whole = await server.call('GET', url);
      expect(whole.rawPayload.includes(SECRET)).toBe(false);
      expect(Number(whole.headers['content-length'])).toBe(whole.rawPayload.length);
      const { orientation, icc } = await sharp(whole.rawPayload).metadata();
      expect([orientation, icc]).toEqual([6, (await sharp(original).metadata()).icc]);
      for (const [start, end] of [
        [0, 9],
        [20, 400],
        [whole.rawPayload.length - 5, whole.rawPayload.length - 1],
      ] as const) {
        const part = await server.call('GET', url, { headers: { range: `bytes=${start}-${end}` } });
        expect(part.statusCode).toBe(206);
        expect(part.rawPayload).toEqual(whole.rawPayload.subarray(start, end + 1));
        expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${whole.rawPayload.length}`);
      }
      const beyond = await server.call('GET', url, { headers: { range: `bytes=${whole.rawPayload.length}-` } });
      expect(beyond.statusCode).toBe(416);
      const place = encodeURIComponent(`/embargo/static/static_secret.zip/${path}`);
      const file = await server.call('GET', `/api/v2/admin/file-elements-content?path=${place}`);
      expect(file.rawPayload).toEqual(whole.rawPayload);
      expect(Number(file.headers['content-length'])).toBe(file.rawPayload.length);
      for (const size of ['thumb', 'print']) {
        expect((await server.call('GET', `${url}?size=${size}`)).rawPayload.includes(SECRET)).toBe(false);
      }
    }
    const pdf = await server.call('GET', `${EMBARGO}/test/pdf/dimensions`);
    expect(pdf.rawPayload.includes(SECRET)).toBe(false);
    const rest = await server.call('GET', `/api/v2/admin/file-elements-content?path=/packs/static_secret.zip`);
    expect(rest.rawPayload).toEqual(pack);

    // In an older store the metadata is found when the picture is requested.
    const shown = await server.call(
      'GET',
      new URL(images.find(({ path }) => path === 'dimensions/SECRET/s.jpg')?.url ?? '').pathname,
    );
    await server.database.transaction((trx) => trx.deleteFrom('derived').where('kind', 'like', 'served.%').execute());
    const again = await server.call(
      'GET',
      new URL(images.find(({ path }) => path === 'dimensions/SECRET/s.jpg')?.url ?? '').pathname,
    );
    expect(again.rawPayload).toEqual(shown.rawPayload);
  });

  it('another area shows nothing before the promotion and everything after; embargo stays closed to testers', async () => {
    const preprod = '/preprod/api/v2/image/static/imageInfo/colors';
    const [image] = (await server.call('GET', `${EMBARGO}/image/static/imageInfo/colors`)).json<StaticImageInfo[]>();
    const path = new URL(image?.url ?? '').pathname.replace('/embargo', '/preprod');
    expect((await server.call('GET', preprod, TESTER)).json()).toEqual([]);
    const before = await server.call('GET', path, TESTER);
    const unknown = await server.call('GET', path.replace(/[0-9a-f]{64}/, '0'.repeat(64)), TESTER);
    expect([before.statusCode, before.json<{ errorMessage: string }>().errorMessage]).toEqual([
      404,
      unknown.json<{ errorMessage: string }>().errorMessage,
    ]);
    await promoted(server, 'static_one.zip');
    expect((await server.call('GET', preprod, TESTER)).json<unknown[]>()).toHaveLength(3);
    expect((await server.call('GET', path, TESTER)).statusCode).toBe(200);
    expect((await server.call('GET', path.replace('/preprod', '/embargo'), TESTER)).statusCode).toBe(403);
  });

  it('T 7: PDFs have a name, pages and text; features need brand and model; there is none without pictures', async () => {
    const pdf = await server.call('GET', `${EMBARGO}/test/pdf/colors`);
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toBe('attachment; filename="Colors embargo.pdf"');
    expect(pdf.rawPayload.subarray(0, 8).toString()).toBe('%PDF-1.7');
    const text = pdf.rawPayload.toString('latin1');
    expect(text).toMatch(/\/Lang \(en\)/);
    expect(text).toMatch(/\/StructTreeRoot/);
    // The JPEGs are in the file unchanged.
    expect(text.match(/\/Filter \/DCTDecode/g)).toHaveLength(3);
    const features = await server.call('GET', `${EMBARGO}/test/pdf/features?brand=OPEL&model=1PP2`);
    expect(features.headers['content-disposition']).toBe('attachment; filename="Features embargo OPEL 1PP2.pdf"');
    const without = await server.call('GET', `${EMBARGO}/test/pdf/features?brand=OPEL`);
    expect(without.json<{ errorMessage: string }>().errorMessage).toBe('PDF Download: Please select brand and model');
    const nothing = await server.call('GET', '/prod/api/v2/test/pdf/trims');
    expect([nothing.statusCode, nothing.json<{ errorMessage: string }>().errorMessage]).toEqual([
      404,
      'There are no pictures of Trims to print in this area.',
    ]);
  });

  it('T 2.5: a picture that cannot be read gets a frame with a message in the PDF; the others are printed', async () => {
    const [lost, ...rest] = await Promise.all([51, 52, 53].map((red) => plain([red, 0, 0, 255], 40, 20)));
    const names = ['colors/7PD1/A5/LOST.png', 'colors/7PD1/A5/中文 😀.png', 'colors/7PD1/A5/KEPT.png'];
    await server.deliver('static_lost.zip', await zipOf({ [names[0] as string]: lost as Buffer }));
    const others = Object.fromEntries(rest.map((bytes, i) => [names[i + 1] as string, bytes]));
    await server.deliver('static_kept.zip', await zipOf(others));
    const pack = await server.database.read
      .selectFrom('packs')
      .select('sha256')
      .where('fileName', '=', 'static_lost.zip')
      .executeTakeFirstOrThrow();
    await (await openFolderBlobs(join(server.folder, 'blobs'))).delete(pack.sha256);
    const sha256 = createHash('sha256')
      .update(lost as Buffer)
      .digest('hex');
    await server.database.transaction((trx) => trx.deleteFrom('derived').where('sha256', '=', sha256).execute());
    const pdf = await server.call('GET', `${EMBARGO}/test/pdf/colors`);
    expect(pdf.statusCode).toBe(200);
    const text = pdf.rawPayload.toString('latin1');
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(text.match(/\/Alt \(.*could not be read.*\)/g)).toEqual([
      '/Alt (LOST, colors/7PD1/A5: This picture could not be read.)',
    ]);
    expect(text.match(/\/Filter \/DCTDecode/g)).toHaveLength(5);
  });

  it('a second process follows the refs; only new snapshots are indexed, and areas share indexes', async () => {
    const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
    const { database } = server;
    const indexes = openStaticIndexes({
      areaRefs: openAreaRefs(database),
      snapshots: openSnapshots(database, blobs),
      bytes: 1024 ** 2,
    });
    const co2 = async () => {
      const { packs } = await indexes('embargo');
      return { packs, paths: searchStatic(packs, 'co2', {}, true).map(({ path }) => path) };
    };
    const before = await co2();
    const red = await plain([200, 0, 0, 255]);
    const again = await plain([0, 0, 200, 255]);
    await server.deliver('static_two.zip', await zipOf({ 'co2/A.png': again, 'co2/B.png': red }));
    const after = await co2();
    expect(after.paths).toEqual([...before.paths, 'co2/B.png']);
    expect(after.packs.slice(0, -1)).toEqual(before.packs);
    for (const [i, pack] of before.packs.entries()) expect(after.packs[i]).toBe(pack);
    const preprod = (await indexes('preprod')).packs;
    expect(preprod.length).toBeGreaterThan(0);
    for (const pack of preprod) expect(after.packs).toContain(pack);

    // The later pack's picture of a path wins; the address of the earlier one no longer works.
    const of = async (path: string) =>
      (await server.call('GET', `${EMBARGO}/image/static/CO2ClassImages`))
        .json<StaticImageInfo[]>()
        .find((image) => image.path === path)?.url ?? '';
    const url = new URL(await of('co2/A.png')).pathname;
    expect(url).toContain(createHash('sha256').update(again).digest('hex'));
    const third = await plain([1, 2, 3, 255]);
    await server.deliver('static_three.zip', await zipOf({ 'co2/A.png': third }));
    expect((await server.call('GET', url)).statusCode).toBe(404);
    expect(new URL(await of('co2/A.png')).pathname).not.toBe(url);
  });

  it('T 5: brands and models as carmakers write them, in packs, search and PDF', async () => {
    const red = await plain([200, 0, 0, 255]);
    const pack = await server.deliver(
      'static_makers.zip',
      await zipOf({
        'dimensions/ALFA ROMEO/side.png': red,
        'dimensions/Lynk & Co/side.png': red,
        'features/ALFA ROMEO/C3 X/QE/A5/ZH8P.png': red,
      }),
    );
    expect(pack).toMatchObject({ state: 'live', problems: [] });
    const brand = encodeURIComponent('ALFA ROMEO');
    expect(await paths(`/image/static/imageInfo/dimensions?brand=${brand}&explicit=true`)).toEqual([
      'dimensions/ALFA ROMEO/side.png',
    ]);
    expect(await paths(`/image/static/imageInfo/dimensions?brand=${encodeURIComponent('Lynk & Co')}`)).toEqual([
      'dimensions/Lynk & Co/side.png',
    ]);
    expect(await paths(`/image/static/imageInfo/features?brand=${brand}&familyCode=C3%20X`)).toContain(
      'features/ALFA ROMEO/C3 X/QE/A5/ZH8P.png',
    );
    const pdf = await server.call('GET', `${EMBARGO}/test/pdf/features?brand=${brand}&model=C3%20X`);
    expect(pdf.headers['content-disposition']).toBe('attachment; filename="Features embargo ALFA ROMEO C3 X.pdf"');
    const blank = await server.call('GET', `${EMBARGO}/image/static/imageInfo/dimensions?brand=%20OPEL`);
    expect(blank.json<{ errorMessage: string }>().errorMessage).toContain('none of them first or last');
  });

  it('a pack whose folders break the rules is refused with all its problems', async () => {
    const red = await plain([200, 0, 0, 255]);
    const pack = await server.deliver(
      'static_bad.zip',
      await zipOf({
        'wheels/x.png': red,
        'colors/1PP/A5/a.png': red,
        'features/O/1PP2/QE/A5/a.png': red,
        'co2/deep/a.png': red,
        'co2/a.png': 'no picture',
      }),
    );
    expect(pack.state).toBe('refused');
    expect(pack.problems.map(({ entry, reason }) => `${entry}: ${reason}`)).toEqual([
      'co2/a.png: the content is not a PNG, JPEG or WebP picture',
      'co2/deep/a.png: pictures of this type stand at co2/<image>',
      'colors/1PP/A5/a.png: 1PP is not a model: exactly 4 characters; letters, digits, - _ . & and blanks, none of them first or last; or default',
      'features/O/1PP2/QE/A5/a.png: O is not a brand: 2 to 10 characters; letters, digits, - _ . & and blanks, none of them first or last; or default',
      'wheels/x.png: the folder wheels is not a type; types are colors, trims, features, co2, dimensions',
    ]);
  });
});

describe('a range of a static picture', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.stop());

  it('a range of a picture that is stored uncompressed in its pack reads only those bytes, and none beyond the end', async () => {
    const content = await plain([7, 7, 7, 255], 30, 20);
    const { sha256: pack } = await server.deliver('static_ranges.zip', rawZip([{ name: 'co2/Range.png', content }]));
    const url = `${EMBARGO}/image/static/pictures/${createHash('sha256').update(content).digest('hex')}/Range.png`;
    const get = (range?: string) => server.call('GET', url, range === undefined ? {} : { headers: { range } });
    expect((await get()).rawPayload).toEqual(content);
    // With a damaged last byte the whole picture is refused, but ranges before it are served.
    const path = join(server.folder, 'blobs', pack.slice(0, 2), pack.slice(2));
    const bytes = readFileSync(path);
    const at = bytes.indexOf(content) + content.length - 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    chmodSync(path, 0o600);
    writeFileSync(path, bytes);
    expect((await get()).statusCode).toBe(500);
    const part = await get('bytes=8-40');
    expect([part.statusCode, part.rawPayload]).toEqual([206, content.subarray(8, 41)]);
    expect(part.headers['content-range']).toBe(`bytes 8-40/${content.length}`);
    const beyond = await get(`bytes=${content.length}-`);
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${content.length}`]);
  });
});
