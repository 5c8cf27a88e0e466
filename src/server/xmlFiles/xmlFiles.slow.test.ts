/** Files that take too much are refused with a sentence, and the next file is read. */
import { afterAll, describe, expect, it } from 'vitest';
import { openXmlFiles, XmlTooCostly } from './xmlFiles.ts';

const SET = '1PP2A5QESFB0A0F4';
const versions = (content: string) => Buffer.from(`<versions>${content}</versions>`);
const ONE = versions(`<version id="${SET}" label="one"/>`);

describe('files that take too much', () => {
  const files = openXmlFiles({ readingTime: 600_000 });
  const hurried = openXmlFiles({ readingTime: 1 });
  afterAll(() => Promise.all([files.close(), hurried.close()]));

  it('of memory', async () => {
    const bytes = versions('<v/>'.repeat(16_000_000));
    await expect(files.readMeta('versions.xml', bytes, SET)).rejects.toThrow(
      new XmlTooCostly('reading the file takes more than 1024 MiB of memory; make it smaller or simpler'),
    );
    expect(await files.readMeta('versions.xml', ONE, SET)).toMatchObject({ problems: [] });
  });

  it('of time', async () => {
    await expect(hurried.readMeta('versions.xml', ONE, SET)).rejects.toThrow(
      new XmlTooCostly('reading the file takes longer than 0.001 seconds; make it smaller or simpler'),
    );
  });

  it('but not a valid one of the largest size', async () => {
    const comment = `<!-- ${'what it is for '.repeat(6)}-->\n`;
    const bytes = versions(comment.repeat(600_000));
    expect(bytes.length).toBeGreaterThan(55_000_000);
    expect(await files.readMeta('versions.xml', bytes, SET)).toMatchObject({ problems: [] });
  });
});

it('a configuration file does not wait for all meta files of a pack', async () => {
  const files = openXmlFiles();
  const done: string[] = [];
  const all = Array.from({ length: 30 }, () => files.readMeta('versions.xml', ONE, SET).then(() => done.push('meta')));
  const config = Buffer.from('<countries/>');
  all.push(files.readConfig('country_list', config).then(() => done.push('config')));
  await Promise.all(all);
  // How many are done before it depends on when each thread has started.
  expect(done.indexOf('config')).toBeLessThan(20);
  await files.close();
});

describe('every problem of a file', () => {
  const files = openXmlFiles();
  afterAll(() => files.close());

  it('at its place: violations of the schema do not hide other problems', async () => {
    const { problems } = await files.readMeta(
      'features.xml',
      Buffer.from(`<features>
  <category><family id="0M" label="Colour">
    <feature id="0MM00N9V" label="Black" when="AAA and"/> <feature id="0MM00N9V" label="Again"/>
  </family></category>
  <standards><standard feature="0MM00XXX" when='AAA &amp; B'/></standards>
</features>`),
      SET,
    );
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [2, 3],
      [3, 55],
      [3, 72],
      [5, 33],
      [5, 49],
    ]);
    expect(problems.map(({ reason }) => reason)).toEqual([
      "<category> lacks the attribute 'name'",
      "the condition does not parse. At position 8: expected a feature id, 'version(', 'true', 'not' or '(', found the end.",
      'feature 0MM00N9V is declared twice',
      'the standard names the feature 0MM00XXX, which is not declared',
      "the condition does not parse. At position 5: expected 'and', 'or' or the end, found '& B'.",
    ]);
  });

  it('if there are very many, the first are listed in the order of the file, and the others counted', async () => {
    const wrong = (i: number) => `<version id="1XX2A5QE${String(i % 2000).padStart(8, '0')}" label="v"/>\n`;
    const bytes = versions(Array.from({ length: 3000 }, (_, i) => wrong(i)).join(''));
    const { problems, unlisted } = await files.readMeta('versions.xml', bytes, SET);
    expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    // None fits the set, and the last thousand are declared twice.
    expect(unlisted).toBe(3000 + 1000 - 100);
    const twice = '<assetProfile set="wrong"><viewport name="exterior"/></assetProfile>\n'.repeat(300);
    const config = await files.configProblems('asset_profile', Buffer.from(`<assetProfiles>${twice}</assetProfiles>`));
    expect(config).toEqual({ problems: expect.any(Array), unlisted: expect.any(Number) });
    expect(config.problems).toHaveLength(100);
    const again = await files.configProblems('country_list', Buffer.from(`<countries${' a="1"'.repeat(50)}/>`));
    expect(again.problems).toHaveLength(1);
  });

  it('is found in a configuration file too', async () => {
    const { rows, problems } = await files.readConfig(
      'asset_profile',
      Buffer.from(`<assetProfiles><assetProfile set="wrong">
 <viewport name="exterior"><angle name="1"/><angle name="1"/>
  <resolution name="HD" width="0" height="5" angles="2"/></viewport></assetProfile></assetProfiles>`),
    );
    expect(rows).toEqual({});
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 35],
      [2, 58],
      [3, 32],
      [3, 54],
    ]);
  });

  it('a processing instruction in an element is ignored', async () => {
    const file = versions(`<?a b?><version id="${SET}" label="one"/><?c?>`);
    expect(await files.readMeta('versions.xml', file, SET)).toEqual({
      meta: { versions: [{ id: SET, label: 'one' }] },
      problems: [],
      unlisted: 0,
    });
  });
});
