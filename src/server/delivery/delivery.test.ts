/** Packs through the upload call: accepted as a whole, or refused as a whole with every problem and its place. */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, pixelsOf, plain, png, rawZip, SET, zipOf } from '../testing/tinyPacks.ts';

const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const BLUE = [0, 0, 255, 255];
const TEST = { as: ['ROLE_TEST_EMBARGO'] } as const;

describe.each(databases())('delivery on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_PACK_BYTES: '300000' });
  });
  afterAll(() => server.stop());

  const sets = async () => (await server.call('GET', '/embargo/api/v2/test/dis', TEST)).json<string[]>();
  const image = (query: string, disId: string) =>
    server.call('GET', `/embargo/api/v2/image/dis/${disId}/image?view=001&format=png&${query}`, TEST);
  const colourOf = async (query: string, disId: string) => {
    const answer = await image(query, disId);
    if (answer.statusCode !== 200) return answer.json<{ code: string }>().code;
    return [...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)];
  };
  /** A set of its own, so that tests do not see each other's packs. */
  const deliverMeta = async (disId: string) => {
    const versions = META['versions.xml']?.replaceAll('1PP2A5', disId.slice(0, 6));
    expect(await server.deliver(`meta-${disId}.zip`, await metaZip({ 'versions.xml': versions }, disId))).toMatchObject(
      {
        state: 'live',
        problems: [],
      },
    );
  };

  it('spec 000 §5: a meta pack and an image pack make a live set', async () => {
    await deliverMeta(SET);
    expect(await sets()).toContain(SET);
    const pack = await server.deliver(`image-ext-${SET}_1.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    expect(pack).toMatchObject({ state: 'live', kind: 'image', type: 'image-ext', disIds: [SET], problems: [] });
    expect(await colourOf('layers=black', SET)).toEqual(RED);
  });

  it('a pack of the same name replaces what it contributed: its old paths are gone', async () => {
    const set = '1AA2A5xxxxxxxxxx';
    await deliverMeta(set);
    const name = `image-ext-${set}.zip`;
    await server.deliver(name, await zipOf({ '001/black.png': await plain(RED), '001/white.png': await plain(RED) }));
    await server.deliver(name, await zipOf({ '001/black.png': await plain(GREEN) }));
    expect(await colourOf('layers=black', set)).toEqual(GREEN);
    expect(await colourOf('layers=white', set)).toBe('no-picture');
  });

  it('two packs with one path: the one uploaded last wins, even if it was the first before', async () => {
    const set = '1BB2A5xxxxxxxxxx';
    await deliverMeta(set);
    await server.deliver(`image-ext-${set}_z.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await server.deliver(`image-ext-${set}_a.zip`, await zipOf({ '001/black.png': await plain(GREEN) }));
    expect(await colourOf('layers=black', set)).toEqual(GREEN);
    await server.deliver(`image-ext-${set}_z.zip`, await zipOf({ '001/black.png': await plain(BLUE) }));
    expect(await colourOf('layers=black', set)).toEqual(BLUE);
  });

  it('pictures of one driver type win over common ones, only for that driver type', async () => {
    const set = '1CC2A5xxxxxxxxxx';
    await deliverMeta(set);
    await server.deliver(`image-ext-rhd-${set}.zip`, await zipOf({ '001/black.png': await plain(GREEN) }));
    await server.deliver(`image-ext-${set}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    expect(await colourOf('layers=black&driverType=RHD', set)).toEqual(GREEN);
    expect(await colourOf('layers=black&driverType=LHD', set)).toEqual(RED);
  });

  it('a oneLayer pack is a small complete set', async () => {
    const set = '1DD2A5QESFB0A0F4';
    const pack = await server.deliver(
      'oneLayer_1.zip',
      await zipOf({
        [`${set}/asset-profile.xml`]: META['asset-profile.xml'] ?? '',
        [`${set}/layers-ext.xml`]: '<layers><family name="car"><layer name="car" z="1"/></family></layers>',
        [`${set}/ext/001/car.png`]: await plain(BLUE),
      }),
    );
    expect(pack).toMatchObject({ state: 'live', kind: 'oneLayer', disIds: [set] });
    expect(await colourOf('layers=car', set)).toEqual(BLUE);
  });

  it('a pack that moves to other sets leaves those that it no longer contains', async () => {
    const [from, to] = ['1EE2A5QESFB0A0F4', '1EE2A5QESFB0A0F5'];
    const files = { 'asset-profile.xml': META['asset-profile.xml'] };
    const of = (disId: string) => zipOf({ [`${disId}/asset-profile.xml`]: files['asset-profile.xml'] ?? '' });
    await server.deliver('meta_moving.zip', await of(from));
    expect(await sets()).toContain(from);
    await server.deliver('meta_moving.zip', await of(to));
    expect(await sets()).toContain(to);
    expect(await sets()).not.toContain(from);
  });

  it('refuses names with paths, text direction marks or quotes, and never cuts them', async () => {
    const zip = await metaZip();
    const upload = await Promise.all(
      [
        '../meta_cut.zip',
        'a/meta_cut.zip',
        'C:\\meta_cut.zip',
        'meta_cut\u202egnp.zip',
        `meta${'a'.repeat(250)}.zip`,
      ].map((name) => server.upload(name, zip)),
    );
    expect(upload.map((answer) => answer.json<{ code: string }>().code)).toEqual(upload.map(() => 'pack-name'));
    const { headers, payload } = multipart('../country_list_cut.xml', Buffer.from('<countries/>'));
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const url = '/embargo/api/v2/admin/global-files';
    const config = await server.app.inject({
      ...{ method: 'POST', url, payload, headers: { ...headers, cookie, 'x-csrf-token': token } },
    });
    expect(config.json()).toMatchObject({ status: 400, code: 'config-name' });
  });

  it('stays responsive while it reads meta files built to take years, and accepts valid ones', async () => {
    const set = '1CX2A5xxxxxxxxxx';
    const prolog = '<!-- a --><?b c?>'.repeat(40);
    const versions = META['versions.xml']?.replaceAll('1PP2A5', '1CX2A5') ?? '';
    const [refused, pictures, taken] = await Promise.all([
      server.deliver(`meta-${set}_x.zip`, await zipOf({ [`${set}/versions.xml`]: prolog })),
      sets(),
      server.deliver(`meta-${set}.zip`, await zipOf({ [`${set}/versions.xml`]: prolog + versions })),
    ]);
    expect(refused).toMatchObject({ state: 'refused', problems: [{ entry: `${set}/versions.xml`, line: 1 }] });
    expect(pictures).toContain(SET);
    expect(taken.state).toBe('live');
  });

  it('layers and angles may be named like properties of objects', async () => {
    const disId = '1PR2A5QESFB0A0F4';
    const names = ['constructor', '__proto__', 'toString'];
    const pack = await server.deliver(
      'oneLayer_names.zip',
      await zipOf({
        [`${disId}/asset-profile.xml`]: `<assetProfile><viewport name="exterior">${names
          .map((name) => `<angle name="${name}"/>`)
          .join('')}<resolution name="HD" width="8" height="4"/></viewport></assetProfile>`,
        [`${disId}/layers-ext.xml`]: `<layers><family name="valueOf">${names
          .map((name) => `<layer name="${name}" z="1"><order angle="__proto__" z="2"/></layer>`)
          .join('')}</family></layers>`,
        ...Object.fromEntries(
          await Promise.all(names.map(async (name) => [`${disId}/ext/${name}/${name}.png`, await plain(BLUE)])),
        ),
      }),
    );
    expect(pack).toMatchObject({ state: 'live', problems: [] });
    for (const name of names) {
      const url = `/embargo/api/v2/image/dis/${disId}/image?view=${name}&layers=${name}&format=png`;
      const answer = await server.call('GET', url, TEST);
      expect([...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)]).toEqual(BLUE);
    }
  });

  describe('refused whole', () => {
    const set = '1FF2A5xxxxxxxxxx';
    const name = `image-ext-${set}.zip`;
    beforeAll(async () => {
      await deliverMeta(set);
      await server.deliver(name, await zipOf({ '001/black.png': await plain(RED), '001/white.png': await plain(RED) }));
    });

    /** Delivers, and expects a refusal and an unchanged set. */
    const problemsOf = async (fileName: string, bytes: Uint8Array): Promise<Problem[]> => {
      const before = [await sets(), await colourOf('layers=black', set), await colourOf('layers=white', set)];
      const pack = await server.deliver(fileName, bytes);
      expect(pack.state).toBe('refused');
      expect([await sets(), await colourOf('layers=black', set), await colourOf('layers=white', set)]).toEqual(before);
      return pack.problems;
    };
    const reasonsOf = async (bytes: Uint8Array) =>
      Object.fromEntries((await problemsOf(name, bytes)).map(({ entry, reason }) => [entry, reason]));

    it('meta: every problem of every file, by file and line', async () => {
      const versions = META['versions.xml']?.replace('1PP2A5QESFB0A0F5', '1XX2A5QESFB0A0F5').replaceAll('1PP', '1FF');
      const layers = META['layers-ext.xml']?.replace('"white" z="20"', '"black" z="20"');
      const rules = META['rules-ext.xml']?.replace('when="0MM00N9V"', 'when="0MM00N9V and"');
      const problems = await problemsOf(
        `meta-${set}.zip`,
        await metaZip(
          {
            'versions.xml': versions,
            'layers-ext.xml': layers,
            'rules-ext.xml': rules,
            'features.xml': '<features>\n<category name="a"></features>',
          },
          set,
        ),
      );
      expect(problems).toMatchObject([
        { entry: `${set}/features.xml`, line: 2 },
        { entry: `${set}/layers-ext.xml`, line: 7, reason: expect.stringContaining('layer black is declared twice') },
        { entry: `${set}/rules-ext.xml`, line: 4, reason: expect.stringContaining('does not parse. At position 13') },
        { entry: `${set}/versions.xml`, line: 3, reason: expect.stringContaining('1XX2A5QESFB0A0F5') },
      ]);
    });

    it('lists all problems of all files at once, each at its line and column, whichever step finds them', async () => {
      const disId = '1MM2A5QESFB0A0F4';
      const cut = (await plain(RED)).subarray(0, 60);
      const pack = await server.deliver(
        'oneLayer_all.zip',
        await zipOf({
          [`${disId}/versions.xml`]:
            '<versions>\n<version label="no id"/>\n <version id="1XX2A5QESFB0A0F4" label=""/><w/>\n<v/></versions>',
          [`${disId}/features.xml`]:
            '<features>\n<category name="a"><family id="0M" label=""><feature id="0MM00N9V" label="" when="a"/></family></category></features>',
          [`${disId}/layers-ext.xml`]: '<layers><family name="car"><layer name="car" z="1"/></family></layers>',
          [`${disId}/rules-ext.xml`]:
            '<rules>\n <family name="car">\n  <rule layer="cat"/></family>\n <family name="bus"><rule layer="car"/></family></rules>',
          [`${disId}/ext/001/car.png`]: cut,
          [`${disId}/ext/002/car.png`]: await plain(RED),
          [`${disId}/ext/002/other.png`]: await plain(RED, 9, 9),
          [`${disId}/top/002/car.png`]: await plain(RED),
        }),
      );
      expect(pack.state).toBe('refused');
      expect(pack.problems.map(({ entry, line, column }) => [entry.slice(disId.length + 1), line, column])).toEqual([
        ['ext/001/car.png', undefined, undefined],
        ['ext/002/other.png', undefined, undefined],
        ['features.xml', 2, 83],
        ['rules-ext.xml', 3, 16],
        ['rules-ext.xml', 4, 16],
        ['top/002/car.png', undefined, undefined],
        ['versions.xml', 2, 1],
        ['versions.xml', 3, 15],
        ['versions.xml', 3, 43],
        ['versions.xml', 4, 1],
      ]);
    });

    it('lists what does not fit the files of other packs together with its own problems', async () => {
      const rules = META['rules-ext.xml']?.replace('layer="wheels"', 'layer="wheelz"') ?? '';
      const layers = META['layers-ext.xml'] ?? '';
      const broken = await zipOf({ [`${set}/rules-ext.xml`]: rules, [`${set}/versions.xml`]: '<versions/>x' });
      expect(await problemsOf(`meta-${set}_beside.zip`, broken)).toMatchObject([
        { entry: `${set}/rules-ext.xml`, line: 7, column: 38, reason: expect.stringContaining('wheelz') },
        { entry: `${set}/versions.xml`, line: 1 },
      ]);
      // The live layers do not stand in for layers that cannot be read, so the rules are not judged.
      const unread = await zipOf({ [`${set}/rules-ext.xml`]: rules, [`${set}/layers-ext.xml`]: layers.slice(0, 40) });
      expect(await problemsOf(`meta-${set}_beside.zip`, unread)).toMatchObject([{ entry: `${set}/layers-ext.xml` }]);
    });

    it('files named like properties of objects are unknown files', async () => {
      const files = ['constructor', '__proto__', 'toString', 'hasOwnProperty.xml'];
      const zip = await zipOf(Object.fromEntries(files.map((file) => [`${set}/${file}.xml`, '<a/>'])));
      const problems = await problemsOf(`meta-${set}_names.zip`, zip);
      expect(problems).toHaveLength(files.length);
      for (const { reason } of problems) expect(reason).toContain('is not a meta file; these are: asset-profile.xml');
      const bare = await zipOf(Object.fromEntries(files.map((file) => [`${set}/${file}`, '<a/>'])));
      for (const { reason } of await problemsOf(`meta-${set}_names.zip`, bare)) {
        expect(reason).toMatch(/^\S+ is not a meta file; these are: asset-profile\.xml/);
      }
    });

    it('meta: a rule naming an unknown layer, a standard naming an unknown feature', async () => {
      const rules = META['rules-ext.xml']?.replace('layer="wheels"', 'layer="wheelz"');
      expect(
        await problemsOf(`meta-${set}_rules.zip`, await zipOf({ [`${set}/rules-ext.xml`]: rules ?? '' })),
      ).toMatchObject([
        { entry: `${set}/rules-ext.xml`, line: 7, column: 38, reason: expect.stringContaining('wheelz') },
      ]);
      // The rules were delivered before; the new layers lack what they name.
      const layers = META['layers-ext.xml']?.replace('name="black"', 'name="noir"').replace('"ground"', '"floor"');
      expect(
        await problemsOf(`meta-${set}_layers.zip`, await zipOf({ [`${set}/layers-ext.xml`]: layers ?? '' })),
      ).toMatchObject([
        { entry: `${set}/rules-ext.xml`, line: 2, reason: expect.stringContaining('ground, which is not declared') },
        {
          ...{ entry: `${set}/rules-ext.xml`, line: 4 },
          reason: expect.stringContaining(`rules-ext.xml came with meta-${set}.zip`),
        },
      ]);
      const features = META['features.xml']?.replace('<standard feature="0MP00NWP"', '<standard feature="0MZZZZZZ"');
      expect(
        await problemsOf(`meta-${set}_features.zip`, await zipOf({ [`${set}/features.xml`]: features ?? '' })),
      ).toMatchObject([{ entry: `${set}/features.xml`, line: 9, reason: expect.stringContaining('0MZZZZZZ') }]);
    });

    it('meta: a DTD', async () => {
      const bomb = '<!DOCTYPE versions [<!ENTITY a "b">]><versions><version id="&a;" label="&a;"/></versions>';
      expect(await problemsOf(`meta-${set}_dtd.zip`, await zipOf({ [`${set}/versions.xml`]: bomb }))).toMatchObject([
        { entry: `${set}/versions.xml` },
      ]);
    });

    it('pictures: trailing data, a GIF named .png, differing sizes, a cut-off file, all in one answer', async () => {
      const good = await plain(RED);
      expect(
        await reasonsOf(
          await zipOf({
            '001/black.png': good,
            '001/trailing.png': Buffer.concat([good, Buffer.from('more')]),
            '001/gif.png': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
            '001/other.png': await plain(RED, 9, 4),
            '001/short.png': good.subarray(0, good.length - 20),
            '001/readme.txt': 'no picture',
          }),
        ),
      ).toEqual({
        '001/trailing.png': '4 bytes follow the end of the picture',
        '001/gif.png': 'this is not a PNG',
        '001/other.png': expect.stringContaining('9 x 4'),
        '001/short.png': expect.stringMatching(/chunk|end/),
        '001/readme.txt': expect.stringContaining('not a .png'),
      });
    });

    it('pictures: right chunks around damaged data', async () => {
      const good = await png(
        new Uint8Array(64 * 64 * 4).map((_, i) => (i * 7919) % 256),
        64,
        64,
      );
      const { crc32 } = await import('node:zlib');
      const at = good.indexOf('IDAT');
      const length = good.readUInt32BE(at - 4);
      const bad = Buffer.from(good);
      bad.fill(0x55, at + 10, at + 4 + length);
      bad.writeUInt32BE(crc32(bad.subarray(at, at + 4 + length)), at + 4 + length);
      expect(await reasonsOf(await zipOf({ '001/black.png': bad }))).toEqual({
        '001/black.png': expect.stringMatching(/inflated|decoded|filter/),
      });
    });

    it('zip: .. and absolute paths, links, encryption, duplicate names, false names, sizes and CRCs', async () => {
      const content = await plain(RED);
      expect(
        await reasonsOf(
          rawZip([
            { name: '001/../../evil.png', content },
            { name: '/etc/evil.png', content },
            { name: '001\\evil.png', content },
            { name: '001/link.png', content: '/etc/passwd', mode: 0o120777 },
            { name: '001/locked.png', content, flags: 0x801 },
            { name: '001/twice.png', content },
            { name: '001/twice.png', content },
            { name: '001/case.png', content },
            { name: '001/CASE.png', content },
            { name: '001/crc.png', content, crc: 1 },
            { name: '001/names.png', content, localName: '001/other.png' },
            { name: '001/method.png', content, method: 99 },
          ]),
        ),
      ).toEqual({
        '001/../../evil.png': expect.stringContaining('..'),
        '/etc/evil.png': 'the name is absolute',
        '001\\evil.png': expect.stringContaining('backslash'),
        '001/link.png': expect.stringContaining('link'),
        '001/locked.png': 'the entry is encrypted',
        '001/twice.png': 'two entries have this name',
        '001/CASE.png': expect.stringContaining('only in case'),
        '001/crc.png': 'the CRC does not match the data',
        '001/names.png': expect.stringContaining('name at the entry'),
        '001/method.png': expect.stringContaining('method 99'),
      });
    });

    it('zip: too many inflated bytes for its size', async () => {
      const problems = await problemsOf(name, await zipOf({ '001/black.png': Buffer.alloc(20_000_000) }));
      expect(problems.map((p) => p.reason)).toContainEqual(expect.stringContaining('inflate to 20000000 bytes'));
    });

    it('zip: a truncated directory', async () => {
      const whole = await zipOf({ '001/black.png': await plain(RED) });
      const problems = await problemsOf(name, whole.subarray(0, whole.length - 30));
      expect(problems).toMatchObject([{ entry: '', reason: expect.stringContaining('not a readable zip') }]);
    });

    it('lists 100 problems and says how many there are', async () => {
      const files = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`001/bad${i}.png`, 'x']));
      expect(await problemsOf(name, await zipOf(files))).toHaveLength(100);
      const log = await server.call('GET', '/api/v2/admin/getspecificlog');
      expect(log.body).toContain('refused: 120 problems, of which 100 are listed');
    });

    it('counts the unlisted problems of a file with very many, and of rules without layers', async () => {
      const rule = '<rule layer="none"/>';
      const versions = Array.from({ length: 300 }, (_, i) => `<version id="1XX2A5QE${10_000_000 + i}" label="v"/>`);
      const bytes = await zipOf({
        [`${set}/versions.xml`]: `<versions>${versions.join('')}</versions>`,
        [`${set}/rules-ext.xml`]: `<rules><family name="body">${rule.repeat(400)}</family></rules>`,
      });
      const problems = await problemsOf(`meta-${set}_many.zip`, bytes);
      expect(problems).toHaveLength(100);
      const log = await server.call('GET', '/api/v2/admin/getspecificlog');
      expect(log.body).toContain('refused: 700 problems, of which 100 are listed');
      const fitting = await zipOf({
        [`${set}/rules-ext.xml`]: `<rules><family name="body">${rule.repeat(400)}</family></rules>`,
      });
      expect(await problemsOf(`meta-${set}_many.zip`, fitting)).toHaveLength(100);
      const next = await server.call('GET', '/api/v2/admin/getspecificlog');
      expect(next.body).toContain('refused: 400 problems, of which 100 are listed');
    });
  });

  describe('refused on arrival', () => {
    const staged = () => readdirSync(join(server.folder, 'blobs', 'staging'));
    const refused = async (fileName: string, bytes: Uint8Array) => {
      const answer = await server.upload(fileName, bytes);
      // The clean-up after an earlier refused pack may still be running after its answer.
      await expect.poll(staged).toEqual([]);
      return { status: answer.statusCode, ...answer.json<{ errorMessage: string; code: string }>() };
    };

    it.each(['car.zip', 'image-ext-1PP2A5.zip', 'meta.tar', 'Static.zip', 'image-mid-1PP2A5xxxxxxxxxx.zip'])(
      'spec 000 §8: the name %s, with the specified sentence',
      async (fileName) => {
        expect(await refused(fileName, Buffer.from('PK'))).toMatchObject({
          status: 400,
          errorMessage: `File name ${fileName} do not match the expected format!`,
        });
      },
    );

    it('files that are not a zip, empty, or too large', async () => {
      expect(await refused(`image-ext-${SET}_no.zip`, Buffer.from('<html>'))).toMatchObject({ status: 422 });
      expect(await refused(`image-ext-${SET}_no.zip`, Buffer.alloc(0))).toMatchObject({ status: 422 });
      const large = Buffer.concat([Buffer.from('PK'), Buffer.alloc(300_000)]);
      expect(await refused(`image-ext-${SET}_no.zip`, large)).toMatchObject({
        status: 413,
        code: 'pack-too-large',
        errorMessage: 'A pack has at most 292.9 KiB.',
      });
      expect((await server.call('GET', '/api/v2/admin/files')).body).not.toContain('_no.zip');
    });

    it('a request without the field', async () => {
      const answer = await server.call('POST', '/api/v2/admin/files', { as: ['ROLE_UPLOAD'], body: { file: 'x' } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    });

    it('an interrupted upload leaves nothing', async () => {
      const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
      const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
      const fileName = `image-ext-${SET}_broken.zip`;
      const { headers, payload } = multipart(fileName, Buffer.concat([Buffer.from('PK'), Buffer.alloc(200_000)]));
      const lines = [
        'POST /api/v2/admin/files HTTP/1.1',
        `host: ${address.host}`,
        `cookie: ${cookie}`,
        `x-csrf-token: ${token}`,
        `content-type: ${headers['content-type']}`,
        `content-length: ${payload.length}`,
      ];
      const socket = connect(Number(address.port), '127.0.0.1');
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(payload.subarray(0, 100_000));
      await expect.poll(staged).toHaveLength(1);
      socket.destroy();
      await expect.poll(staged).toEqual([]);
      expect((await server.call('GET', '/api/v2/admin/files')).body).not.toContain(fileName);
    });
  });
});
