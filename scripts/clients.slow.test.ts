/**
 * The OpenAPI document as others use it: a linter finds nothing, and the clients that two generators make from it compile, send
 * a pack, follow its job, and fetch a picture.
 */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiToken } from '../src/server/access/apiTokens.ts';
import { startTestApp, type TestApp } from '../src/server/testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../src/server/testing/tinyPacks.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('clients/', import.meta.url));
const folder = join(here, '.build');
const pack = join(folder, `image-ext-${SET}.zip`);

let server: TestApp;
let origin = '';
let problems: string[] = [];

beforeAll(async () => {
  execFileSync(process.execPath, [join(here, '../setup.mjs'), 'clients'], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  server = await startTestApp();
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  writeFileSync(pack, await zipOf({ '001/black.png': await plain([255, 0, 0, 255]) }));
  // The linter expects a real name.
  const headers = { host: 'lacquer.internal' };
  const document = await server.call('GET', '/api/v2/openapi.json', { as: 'nobody', headers });
  writeFileSync(join(folder, 'openapi.json'), document.body);
  const { stdout } = await run(process.execPath, [join(here, 'generate.mjs'), folder], { maxBuffer: 1e8 });
  problems = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as string[];
}, 300_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('has nothing that the recommended rules of Redocly warn of', () => {
  expect(problems).toEqual([]);
});

it.each([
  ['openapi-typescript and openapi-fetch', 'fetch', 'openapiFetch.ts.txt'],
  ['@hey-api/openapi-ts', 'hey', 'heyApi.ts.txt'],
])(
  'a client of %s compiles, sends a pack, follows its job and fetches a picture',
  { timeout: 300_000 },
  async (_, name, program) => {
    const main = join(folder, name, 'main.ts');
    copyFileSync(join(here, program), main);
    const config = join(folder, name, 'tsconfig.json');
    const compilerOptions = {
      ...{
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
      },
      ...{ allowImportingTsExtensions: true, lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
    };
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ['main.ts'] }));
    const tsc = join(here, 'node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', config]).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe('');

    const bundle = await rolldown({ input: main, platform: 'node', logLevel: 'silent' });
    const built = join(folder, name, 'main.mjs');
    await bundle.write({ file: built, format: 'esm' });
    const { username } = await server.signIn(['ROLE_UPLOAD', 'ROLE_TEST_EMBARGO']);
    const made = { username, name, now: Date.now(), expiresAt: null, scopes: ['deliver', 'read:embargo'] as const };
    const { token } = await createApiToken(server.database, made);
    const { stdout } = await run(process.execPath, [built, origin, token, pack, SET]);
    expect(JSON.parse(stdout)).toEqual({ bytes: expect.any(Number), type: 'image/png', code: 'unknown-job' });
  },
);
