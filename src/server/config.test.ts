/** The settings: all of them are in the guide, and every problem is reported at once, with a sentence for administrators. */
import { describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES, SettingsError } from './config.ts';

const messageOf = (environment: Record<string, string>): string => {
  try {
    readSettings(environment);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
};

describe('settings', () => {
  it('reports every problem at once, by name', () => {
    const message = messageOf({ LACQUER_PORT: 'x', LACQUER_LOG_DAYS: '-1', LACQUER_COLOUR: 'red' });
    for (const name of ['LACQUER_PORT', 'LACQUER_LOG_DAYS', 'LACQUER_COLOUR']) expect(message).toContain(name);
  });

  it.each(SETTING_NAMES)('%s: an invalid value is refused with a plain sentence, or accepted as text', (name) => {
    for (const value of ['=?', '-1', '1e400', '0x10', '9'.repeat(400), '::/129', 's3://Bucket', 'ROLE_KING', ',']) {
      const message = messageOf({ [name]: value });
      expect(message).not.toMatch(/invalid|expected|received|NaN|undefined|object|array/i);
      if (message !== '')
        expect(message).toMatch(
          /^[A-Z0-9_]+: (".*" is not |needs |needed |required |has an effect |takes |there is no )/,
        );
    }
  });

  it('a server accepts the settings of commands for remote servers', () => {
    expect(messageOf({ LACQUER_URL: 'https://lacquer.example.com', LACQUER_TOKEN: 'lq_x' })).toBe('');
  });

  it('never repeats a secret', () => {
    expect(messageOf({ LACQUER_ADMIN_PASSWORD: 'hunter2' })).toBe(
      'LACQUER_ADMIN_PASSWORD: needs at least 12 characters',
    );
    expect(messageOf({ LACQUER_DATABASE_URL: 'mysql://me:hunter2@db' })).not.toContain('hunter2');
  });

  it.each([
    ['', ''],
    ['?sslmode=require', '?sslmode=verify-full'],
    [
      '?application_name=cars&sslmode=prefer&sslrootcert=/ca.pem',
      '?application_name=cars&sslmode=verify-full&sslrootcert=/ca.pem',
    ],
    ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
    ['?sslmode=disable', '?sslmode=disable'],
  ])('PostgreSQL with TLS: %s means %s', (given, meant) => {
    const address = 'postgres://me:hunter2@db:5432/cars';
    expect(readSettings({ LACQUER_DATABASE_URL: address + given }).databaseUrl).toBe(address + meant);
  });

  it('PostgreSQL with an unknown TLS mode', () => {
    expect(messageOf({ LACQUER_DATABASE_URL: 'postgres://me:hunter2@db/cars?sslmode=on' })).toMatch(
      /^LACQUER_DATABASE_URL: there is no sslmode=on; it is one of disable, .*, verify-full/,
    );
  });

  it('set to nothing, as compose files pass it, counts as absent', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name, i) => [name, i % 2 === 0 ? '' : '  ']));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it.each([
    ['LACQUER_TRUST_PROXY', 'yes', '"yes" is not an address or a network'],
    ['LACQUER_TRUST_PROXY', '10.0.0.0/33', '"10.0.0.0/33" is not'],
    ['LACQUER_TRUST_PROXY', '10.0.0.7, proxy.local', '"proxy.local" is not'],
    ['LACQUER_PORT', '70000', '"70000" is not a whole number from 0 to 65535'],
    ['LACQUER_LOG_LEVEL', 'loud', '"loud" is not one of fatal, error, warn'],
    ['LACQUER_AREAS', 'embargo,moon', '"moon" is not one of base, embargo, preprod, prod'],
    ['LACQUER_CORS_ORIGINS', 'shop.example.com', '"shop.example.com" is not an origin'],
    ['LACQUER_CORS_ORIGINS', 'https://shop.example.com/path', 'without a path'],
    ['LACQUER_PAINT_DISK_BYTES', '1 GB', '"1 GB" is not a number of bytes such as 1073741824 or 1 GiB'],
  ])('%s=%s: %s', (name, value, sentence) => {
    expect(messageOf({ [name]: value })).toContain(`${name}: `);
    expect(messageOf({ [name]: value })).toContain(sentence);
  });

  it.each([
    ['/prod/', '/prod'],
    ['/', ''],
    ['https://prod.example.com', 'https://prod.example.com'],
    ['https://prod.example.com/', 'https://prod.example.com'],
    ['https://Prod.example.com:443/prod/', 'https://prod.example.com/prod'],
    ['http://localhost:8081//', 'http://localhost:8081'],
  ])('an area’s address %s is %s: calls put a path that begins with a slash after it', (value, address) => {
    expect(readSettings({ LACQUER_API_PROD_URL: value }).addresses.prod).toBe(address);
  });

  it.each(['prod.example.com', 'ftp://prod.example.com', 'https://me:pw@prod.example.com', '//prod', 'https://a.b/?x'])(
    'an area’s address %s is refused',
    (value) => {
      expect(messageOf({ LACQUER_API_PROD_URL: value })).toMatch(/^LACQUER_API_PROD_URL: ".*" is not a path such as/);
    },
  );

  it('an area without TLS is refused beside a page with it: browsers would not call it', () => {
    const message = messageOf({
      LACQUER_PUBLIC_URL: 'https://images.example.com',
      LACQUER_API_PREPROD_URL: 'https://preprod.example.com/preprod',
      LACQUER_API_PROD_URL: 'http://prod.example.com/prod',
    });
    expect(message).toBe('LACQUER_API_PROD_URL: needs https://, because LACQUER_PUBLIC_URL has it');
  });

  it('blanks around values and list items are ignored', () => {
    expect(readSettings({ LACQUER_PORT: ' 81 ' }).port).toBe(81);
    const origins = readSettings({ LACQUER_CORS_ORIGINS: 'https://a.example , https://B.example:443/,' }).corsOrigins;
    expect(origins).toEqual(['https://a.example', 'https://b.example']);
    expect(readSettings({ LACQUER_TRUST_PROXY: '10.0.0.7 , loopback' }).trustProxy).toBe('10.0.0.7,loopback');
    expect(readSettings({ LACQUER_PACK_BYTES: '2 GiB' }).packBytes).toBe(2 * 1024 ** 3);
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
    [{ LACQUER_BLOBS: 's3://Cars' }, ['LACQUER_BLOBS: "s3://Cars" is not a folder, or s3://bucket']],
    [{ LACQUER_BLOBS: 's3://cars/../x' }, ['LACQUER_BLOBS: "s3://cars/../x" is not a folder, or s3://bucket']],
    [{ LACQUER_BLOBS: 'https://cars' }, ['LACQUER_BLOBS: "https://cars" is not a folder, or s3://bucket']],
    [{ LACQUER_S3_REGION: 'x' }, ['LACQUER_S3_REGION: has an effect only when LACQUER_BLOBS is s3://']],
    [
      { LACQUER_BLOBS: 's3://cars', LACQUER_S3_ENDPOINT: 'cars', LACQUER_S3_ACCESS_KEY_ID: 'id' },
      [
        'LACQUER_S3_ENDPOINT: "cars" is not an http:// or https:// address',
        'LACQUER_S3_SECRET_ACCESS_KEY: needed together with LACQUER_S3_ACCESS_KEY_ID',
      ],
    ],
  ])('refuses %j with every problem', (environment, problems) => {
    for (const problem of problems) expect(() => readSettings(environment)).toThrow(problem);
  });
});
