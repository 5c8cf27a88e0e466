/**
 * The table of settings in docs/guides/operate.md is true: it names every setting and no other, a documented default is
 * the one that is used, and the server starts with every documented value.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from './config.ts';
import { freshBucket, S3_SERVICE } from './platform/blobs/testing/s3.ts';
import { bucketSettings } from './testing/bucketSettings.ts';
import { databases, freshDatabase } from './testing/databases.ts';
import { startTestApp } from './testing/testApp.ts';

interface Row {
  readonly name: string;
  readonly default: readonly string[];
  readonly values: readonly string[];
}

/** Texts in `code`; text in brackets explains them. */
const codesOf = (cell: string) =>
  [...cell.replaceAll(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const guide = readFileSync(new URL('../../docs/guides/operate.md', import.meta.url), 'utf8');
const table: Row[] = [...guide.matchAll(/^\| `((?:LACQUER|FEATURE)_[A-Z0-9_]+)` \|([^|]*)\|([^|]*)\|[^|]*\|$/gm)].map(
  ([, name = '', byDefault = '', values = '']) => ({ name, default: codesOf(byDefault), values: codesOf(values) }),
);

const folder = mkdtempSync(join(tmpdir(), 'lacquer-documented-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a value in the table means, if it is not meant literally. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'LACQUER_DATA <a folder>': join(folder, 'data'),
  'LACQUER_ADMIN_PASSWORD <a password>': 'four wheels and a horn 9',
  'LACQUER_DATABASE_URL sqlite:<a file>': `sqlite:${join(folder, 'other.db')}`,
  'LACQUER_BLOBS <a folder>': join(folder, 'blobs'),
  'LACQUER_BLOBS s3://<bucket>': 's3://cars',
  'LACQUER_BLOBS s3://<bucket>/<prefix>': 's3://cars/production',
  'LACQUER_DATABASE_URL postgres://<user>:<password>@<host>:5432/<database>': 'postgres://me:secret@db:5432/lacquer',
  "LACQUER_S3_ENDPOINT <the service's address>": 'https://s3.example.com',
  'LACQUER_S3_ACCESS_KEY_ID <a key>': 'key',
  'LACQUER_S3_SECRET_ACCESS_KEY <a secret>': 'secret',
  'LACQUER_API_BASE_URL <an address>': 'https://lacquer.example.com',
  'LACQUER_API_EMBARGO_URL <an address>': 'https://lacquer.example.com/embargo',
  'LACQUER_API_PREPROD_URL <an address>': 'https://lacquer.example.com/preprod',
  'LACQUER_API_PROD_URL <an address>': 'https://lacquer.example.com/prod',
  'LACQUER_OIDC_CLIENT_SECRET <a secret>': 'secret',
  'LACQUER_AUDIT <a folder>': join(folder, 'audit'),
};
const OIDC = {
  LACQUER_OIDC_ISSUER: 'https://login.example.com',
  LACQUER_OIDC_CLIENT_ID: 'lacquer',
  LACQUER_OIDC_CLIENT_SECRET: 'secret',
  LACQUER_PUBLIC_URL: 'https://lacquer.example.com',
};
const S3 = {
  LACQUER_BLOBS: 's3://cars',
  LACQUER_S3_ACCESS_KEY_ID: 'key',
  LACQUER_S3_SECRET_ACCESS_KEY: 'secret',
};

/** Settings that another setting needs. */
const companions = (name: string): Record<string, string> =>
  name.startsWith('LACQUER_OIDC_') ? OIDC : name.startsWith('LACQUER_S3_') ? S3 : {};

function exampleOf(name: string, value: string): string {
  if (!value.includes('<')) return value;
  const example = EXAMPLES[`${name} ${value}`];
  if (example === undefined) throw new Error(`EXAMPLES lacks "${name} ${value}"`);
  return example;
}
const read = (environment: Record<string, string>) => readSettings({ LACQUER_DATA: './data', ...environment });

describe('the documented settings', () => {
  it('A 1: the guide lists every setting and no other, once', () => {
    expect(table.map(({ name }) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  const defaults = table.flatMap(({ name, default: [value] }) => (value === undefined ? [] : [{ name, value }]));
  it.each(defaults)('$name: the default is $value', ({ name, value }) => {
    const given = value.replace('<LACQUER_DATA>', resolve('./data'));
    expect(read({ ...companions(name), [name]: given })).toEqual(read(companions(name)));
  });

  const values = table.flatMap(({ name, values: all }) => all.map((value) => ({ name, value })));
  it.each(values)('$name takes $value', ({ name, value }) => {
    expect(() => read({ ...companions(name), [name]: exampleOf(name, value) })).not.toThrow();
  });

  /** The first value of each setting, then the second, …: as many servers as one setting has values. */
  const most = Math.max(...table.map(({ values: { length } }) => length));
  it.each(Array.from({ length: most }, (_, i) => i))('the server starts with value %i of every setting', async (i) => {
    const environment: Record<string, string> = { ...OIDC };
    for (const { name, values: all } of table) {
      const value = all[Math.min(i, all.length - 1)];
      const example = value === undefined ? '' : exampleOf(name, value);
      if (name.startsWith('LACQUER_S3_') || example.startsWith('s3://') || example.startsWith('postgres://')) continue;
      environment[name] = example;
    }
    const server = await startTestApp('sqlite', environment);
    try {
      const host = environment['LACQUER_HOST'] ?? '';
      const address = await server.app.listen({ port: 0, host });
      expect((await fetch(new URL('/api/v2/health/ready', address))).status).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it.runIf(databases().includes('postgres'))('the server starts on PostgreSQL', async () => {
    const { url = '', drop } = await freshDatabase('postgres');
    const server = await startTestApp('sqlite', { LACQUER_DATABASE_URL: url });
    await server.stop();
    await drop();
  });

  it.runIf(S3_SERVICE)('the server starts with every value of the S3 settings', async () => {
    const bucket = await freshBucket();
    const ofS3 = table.filter(({ name }) => ['LACQUER_S3_REGION', 'LACQUER_S3_CACHE_BYTES'].includes(name));
    for (const { name, values: all } of ofS3) {
      for (const value of all) {
        const server = await startTestApp('sqlite', { ...bucketSettings(bucket), [name]: value });
        await server.stop();
      }
    }
    await bucket.drop();
  });
});
