/** The settings: all of them are in the guide, problems are reported at once. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES, SettingsError } from './config.ts';

/** The names in the first column of the guide's table; `…_X` after `A_B_Y` stands for `A_B_X`. */
function documented(): string[] {
  const text = readFileSync(new URL('../../docs/guides/operate.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| (`(?:LACQUER|FEATURE)_[^|]*)\|/gm)].flatMap(([, cell = '']) => {
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const group = names[0]?.split('_').slice(0, 2).join('_');
    return names.map((name) => name.replace('…', group ?? ''));
  });
}

describe('settings', () => {
  it('A 1: the guide lists every setting and no other', () => {
    expect(documented().sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('reports every problem at once, by name', () => {
    const read = () => readSettings({ LACQUER_PORT: 'x', LACQUER_LOG_DAYS: '-1', LACQUER_COLOUR: 'red' });
    expect(read).toThrow(SettingsError);
    for (const name of ['LACQUER_PORT', 'LACQUER_LOG_DAYS', 'LACQUER_COLOUR']) expect(read).toThrow(name);
  });

  it('takes a folder of blobs, or a bucket with a prefix', () => {
    expect(readSettings({ LACQUER_BLOBS: '/srv/blobs' }).blobs).toEqual({ folder: '/srv/blobs' });
    expect(readSettings({ LACQUER_DATA: '/srv' }).blobs).toEqual({ folder: '/srv/blobs' });
    expect(readSettings({ LACQUER_DATA: '/srv', LACQUER_BLOBS: 's3://cars', AWS_REGION: 'eu-west-3' }).blobs).toEqual({
      s3: {
        bucket: 'cars',
        prefix: '',
        endpoint: undefined,
        region: 'eu-west-3',
        pathStyle: false,
        credentials: undefined,
        folder: '/srv/s3',
        cacheBytes: 10 * 1024 ** 3,
        freeBytes: 1024 ** 3,
      },
    });
    const own = readSettings({
      LACQUER_BLOBS: 's3://cars/pictures/of/',
      LACQUER_S3_ENDPOINT: 'http://10.0.0.9:7480',
      LACQUER_S3_ACCESS_KEY_ID: 'id',
      LACQUER_S3_SECRET_ACCESS_KEY: 'secret',
      LACQUER_S3_CACHE_BYTES: '0',
    }).blobs;
    expect(own).toMatchObject({
      s3: {
        prefix: 'pictures/of/',
        endpoint: 'http://10.0.0.9:7480',
        region: 'us-east-1',
        pathStyle: true,
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        cacheBytes: 0,
      },
    });
  });

  it.each([
    [{ LACQUER_BLOBS: 's3://Cars' }, ['LACQUER_BLOBS: a folder, or s3://bucket']],
    [{ LACQUER_BLOBS: 's3://cars/../x' }, ['LACQUER_BLOBS: a folder, or s3://bucket']],
    [{ LACQUER_BLOBS: 'https://cars' }, ['LACQUER_BLOBS: a folder, or s3://bucket']],
    [{ LACQUER_S3_REGION: 'x' }, ['LACQUER_S3_REGION: means something only where LACQUER_BLOBS is s3://']],
    [
      { LACQUER_BLOBS: 's3://cars', LACQUER_S3_ENDPOINT: 'cars', LACQUER_S3_ACCESS_KEY_ID: 'id' },
      ['LACQUER_S3_ENDPOINT: an http:// or https:// address', 'LACQUER_S3_SECRET_ACCESS_KEY: needed beside'],
    ],
  ])('refuses %j with every problem', (environment, problems) => {
    for (const problem of problems) expect(() => readSettings(environment)).toThrow(problem);
  });
});
