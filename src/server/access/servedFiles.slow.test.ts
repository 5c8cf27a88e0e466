/**
 * How files from others are served (OWASP ASVS 3.2.1, 5.4.1, 14.2.8): never run as a page, never with a name that
 * breaks a header, and painted pictures carry only their pixels.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, pixels, SET, zipOf } from '../testing/tinyPacks.ts';

const SECRET = 'taken-at-52.5200N-13.4050E';

describe('served files', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
    const evil = (META['versions.xml'] ?? '').replace('<versions>', '<!-- <script>alert(1)</script> --><versions>');
    await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': evil }));
    const layer = await sharp(
      pixels(8, 4, () => [255, 0, 0, 255]),
      { raw: { width: 8, height: 4, channels: 4 } },
    )
      .withExif({ IFD0: { ImageDescription: SECRET, Copyright: SECRET } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
      .png()
      .toBuffer();
    expect(layer.includes(SECRET)).toBe(true);
    const pack = await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': layer }));
    expect(pack.problems).toEqual([]);
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': layer }));
  });
  afterAll(() => server.stop());

  it('XML is saved, not shown as a page: attachment, no sniffing, a policy that runs nothing', async () => {
    const path = `/embargo/dis/${SET}/versions.xml`;
    const answer = await server.call('GET', `/api/v2/admin/file-elements-content?path=${path}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/xml/),
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(String(answer.headers['content-security-policy'])).toContain('sandbox');
    const config = await server.call('GET', '/api/v2/admin/file-elements?path=/embargo/dis');
    expect(config.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each(['png', 'jpeg', 'webp'])('a painted %s carries only the pixels of the delivered one', async (format) => {
    const url = `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black&format=${format}`;
    const answer = await server.call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    const bytes = answer.rawPayload;
    expect(bytes.includes(SECRET)).toBe(false);
    const { exif, xmp, iptc, icc, pages, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, icc, pages, orientation }).toEqual({});
    // Nothing after the picture's own end.
    if (format === 'png') expect(bytes.subarray(-8).toString('latin1', 0, 4)).toBe('IEND');
    if (format === 'jpeg') expect([...bytes.subarray(-2)]).toEqual([0xff, 0xd9]);
    if (format === 'webp') expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
  });

  it.each([
    ['a line break', 'static_a\r\nSet-Cookie: x=y.zip'],
    ['a path', '../../static_a.zip'],
  ])('%s in a pack’s name is refused before the upload is read', async (_what, name) => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' };
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    const answer = await server.call('POST', RESUMABLE_UPLOADS, {
      as: ['ROLE_UPLOAD'],
      headers: { ...headers, 'upload-metadata': metadata },
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('names beyond ASCII go into the header as RFC 6266 asks, on one line', async () => {
    const name = 'co2/Größe 100% "x";=ü.png';
    const delivered = await server.deliver(
      'static_names.zip',
      await zipOf({
        [name]: await sharp({
          create: { width: 4, height: 4, channels: 4, background: '#f00' },
        })
          .png()
          .toBuffer(),
      }),
    );
    expect(delivered.problems).toEqual([]);
    const path = encodeURIComponent(`/embargo/static/static_names.zip/${name}`);
    const answer = await server.call('GET', `/api/v2/admin/file-elements-content?path=${path}`);
    expect(answer.statusCode).toBe(200);
    const disposition = String(answer.headers['content-disposition']);
    expect(disposition).toMatch(/^inline; filename="[^\r\n]*"; filename\*=UTF-8''[\w%.~!#$&+^`|-]+$/);
  });
});
