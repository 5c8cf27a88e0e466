/**
 * The package does what the checkout does: it is made, installed in an empty folder, and does its main jobs there with all of
 * its threads. At full length npm installs it; otherwise the packages that it needs are linked. An image is made of it, too,
 * where there is buildah, and run.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL } from '../../src/server/testing/length.ts';
import { BARE, endAll, folderOfStore, start } from '../../src/server/testing/testServer.ts';
import { metaZip, plain, SET, VERSION, zipOf } from '../../src/server/testing/tinyPacks.ts';
import { freePort } from '../services.mjs';
import { againstImage, againstPackage, IMAGE_IN_BROWSER, PACKAGE_IN_BROWSER } from '../testing/products.ts';
import { buildImage, type Image, whyNoImage } from './image/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'lacquer-package-'));
// Some tests run the product under another account.
chmodSync(home, 0o755);
const installed = join(home, 'node_modules/@lacquer/server');
const command = join(installed, 'bin/lacquer.mjs');
const RUN_IMAGE = fileURLToPath(new URL('image/run.ts', import.meta.url));
const MEGABYTE = 1e6;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

interface Shrinkwrap {
  packages: Record<string, { optional?: boolean }>;
}

beforeAll(() => {
  const made = join(home, 'made');
  execFileSync(process.execPath, [join(root, 'scripts/package/main.ts'), made], { stdio: 'pipe' });
  const { packages } = JSON.parse(readFileSync(join(made, 'npm-shrinkwrap.json'), 'utf8')) as Shrinkwrap;
  if (FULL) {
    const file = join(root, `.build/lacquer-${version}.tgz`);
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', '--prefix', home, ...options, file], { stdio: 'pipe' });
    return;
  }
  cpSync(made, installed, { recursive: true });
  for (const path of Object.keys(packages).filter((name) => name !== '' && existsSync(join(root, name)))) {
    if (existsSync(join(home, path))) continue;
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(join(root, path), join(home, path));
  }
});
afterAll(async () => {
  await endAll();
  rmSync(home, { recursive: true, force: true });
  delete process.env['LACQUER_TEST_COMMAND'];
});

it('paints, prints, checks and ends as the checkout does', async () => {
  process.env['LACQUER_TEST_COMMAND'] = command;
  const server = await start(folderOfStore(), { FEATURE_QUALITY_REPORT_ENABLED: 'true', LACQUER_THUMBNAILS: 'true' });
  const page = await fetch(server.address);
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
  const code = await fetch(`${server.address}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect([page.status, code.status, code.headers.get('content-encoding')]).toEqual([200, 200, 'br']);
  for (const file of ['', '/static/page.css', '/static/swagger-ui-bundle.js', '/json'])
    expect((await fetch(`${server.address}/api/docs${file}`)).status, file).toBe(200);
  const guide = await fetch(`${server.address}/docs/guides/operate.html`);
  expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining('<h1 id="operate">')]);

  await server.upload(`meta-${SET}.zip`, await metaZip());
  const picture = await plain([200, 0, 0, 255]);
  const names = ['shadow', 'black', 'white', 'wheels', 'badge'];
  await server.upload(
    `image-ext-${SET}.zip`,
    await zipOf(
      Object.fromEntries(names.flatMap((name) => ['001', '002'].map((angle) => [`${angle}/${name}.png`, picture]))),
    ),
  );
  await server.upload('static_one.zip', await zipOf({ 'co2/A.png': picture }));
  const get = async (path: string) => {
    const answer = await server.get(path);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  await expect.poll(async () => (await get('/embargo/api/v2/test/dis')).bytes.toString()).toContain(SET);
  const painted = `/embargo/api/v2/image/dis/${SET}/imageFromOptions?versionId=${VERSION}&view=001&size=HD&format=png`;
  await expect.poll(async () => (await get(painted)).status).toBe(200);
  expect(await sharp((await get(painted)).bytes).metadata()).toMatchObject({ format: 'png', width: 8, height: 4 });
  await expect
    .poll(async () => (await get('/embargo/api/v2/test/pdf/co2')).bytes.subarray(0, 5).toString())
    .toBe('%PDF-');
  const info = JSON.parse((await get('/api/v2/public/build-info')).bytes.toString()) as Record<string, string>;
  expect(new Date(info['backendTimestamp'] ?? '').getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  expect(await server.end('SIGTERM')).toBe(0);
});

it('keeps compiled code in the data folder where its own folder cannot be written to', async () => {
  process.env['LACQUER_TEST_COMMAND'] = command;
  const beside = join(installed, 'compiled');
  rmSync(beside, { recursive: true, force: true });
  // Nobody makes a folder below a file; root may write to every folder.
  writeFileSync(beside, '');
  const store = folderOfStore();
  try {
    for (let run = 0; run < 2; run++) {
      // Empty: not the cache that the tests share.
      expect(await (await start(store, { NODE_COMPILE_CACHE: '' })).end('SIGTERM')).toBe(0);
    }
  } finally {
    rmSync(beside);
  }
  expect(globSync('compiled/**/*', { cwd: store }).length).toBeGreaterThan(10);
});

it('the command says what it can do; everything that is bundled has its licence', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--version'], { env: BARE });
  expect(stdout.trim()).toBe(version);
  const page = readFileSync(join(installed, 'man/lacquer.1'), 'utf8');
  for (const name of ['deliver', 'picture', 'backup']) expect(page).toContain(`\n.SS ${name} `);
  const licences = readFileSync(join(installed, 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['fastify', 'pdfkit', 'react', '@mui/material', 'kysely', 'zod'])
    expect(licences).toContain(`\n${name} `);
});

it('is small', () => {
  const sizeOf = (folder: string) =>
    globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  expect(sizeOf(installed)).toBeLessThan(26 * MEGABYTE);
  if (!FULL) return;
  const node = globSync('node_modules/node-*', { cwd: home }).reduce((sum, path) => sum + sizeOf(join(home, path)), 0);
  expect(sizeOf(join(home, 'node_modules')) - node).toBeLessThan(60 * MEGABYTE);
});

const withoutImage = whyNoImage();
if (withoutImage) console.warn(`The image is not tested here: ${withoutImage}.`);
describe.skipIf(withoutImage)('the image', () => {
  const folder = join(home, 'image');
  const settings = { LACQUER_TEST_IMAGE: join(folder, 'image.json') };
  let image: Image;
  beforeAll(() => {
    mkdirSync(folder);
    execFileSync('tar', ['-xzf', join(root, `.build/lacquer-${version}.tgz`), '-C', folder]);
    image = buildImage(join(folder, 'package'), folder, version);
    writeFileSync(settings.LACQUER_TEST_IMAGE, JSON.stringify(image));
    process.env['LACQUER_TEST_COMMAND'] = RUN_IMAGE;
  });

  /** @returns the exit code and what was printed by a program of the image */
  function runInImage(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const { status, stdout } = spawnSync(process.execPath, [RUN_IMAGE, ...args], {
      env: { ...BARE, ...settings, ...environment },
      encoding: 'utf8',
    });
    return { status, stdout: stdout.trim() };
  }

  it('says what it is, who it runs as and how it ends', () => {
    const { User, Labels, Volumes, ExposedPorts, StopSignal } = image.config;
    expect([User, Object.keys(Volumes), Object.keys(ExposedPorts), StopSignal]).toEqual([
      '10001:10001',
      ['/data'],
      ['8080/tcp'],
      'SIGTERM',
    ]);
    expect(Labels).toMatchObject({
      'org.opencontainers.image.title': 'Lacquer',
      'org.opencontainers.image.version': version,
    });
    expect(existsSync(join(image.files, 'root/.npmrc'))).toBe(false);
    const data = folderOfStore();
    expect(runInImage(['--version'], { LACQUER_DATA: data })).toEqual({ status: 0, stdout: version });
    const look = `console.log(process.version, process.getuid());
      for (const path of ['/x', '/opt/lacquer/x', '/data/x', '/tmp/x'])
        try { require('fs').writeFileSync(path, ''); } catch (error) { console.log(path, error.code); }`;
    expect(runInImage(['exec', 'node', '-e', look], { LACQUER_DATA: data }).stdout.split('\n')).toEqual([
      `${process.version} 10001`,
      '/x EROFS',
      '/opt/lacquer/x EROFS',
    ]);
  });

  it('serves, is healthy, loses nothing when it is killed, and ends when it is asked to', async () => {
    const data = folderOfStore();
    const health = image.config.Healthcheck.Test.slice(1);
    const killed = await start(data, settings);
    await killed.upload(`meta-${SET}.zip`, await metaZip());
    await killed.kill();
    const server = await start(data, settings);
    const port = { LACQUER_PORT: new URL(server.address).port, LACQUER_DATA: folderOfStore() };
    expect(runInImage(['exec', ...health], port).status).toBe(0);
    const sets = async () => (await server.get('/embargo/api/v2/test/dis')).text();
    await expect.poll(sets).toContain(SET);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(runInImage(['exec', ...health], port).status).toBe(1);
  });
});

/** Runs tests of this checkout against what `environment` names. */
async function runTests(
  runner: 'vitest' | 'playwright',
  files: readonly string[],
  environment: Record<string, string>,
) {
  const program = { vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' }[runner];
  const args = [join(root, 'node_modules', program), ...(runner === 'vitest' ? ['run'] : ['test']), ...files];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      ...(runner === 'playwright' && { LACQUER_E2E_PORT: String(await freePort()) }),
      ...environment,
    },
    maxBuffer: 2 ** 26,
  });
  expect(stdout).toMatch(/\d+ passed/);
}

const PRODUCTS = [
  { name: 'the package', isHere: true, environment: { LACQUER_TEST_COMMAND: command } },
  {
    name: 'the image',
    isHere: withoutImage === undefined,
    environment: { LACQUER_TEST_COMMAND: RUN_IMAGE, LACQUER_TEST_IMAGE: join(home, 'image/image.json') },
  },
];
describe.runIf(FULL).each(PRODUCTS)('$name', ({ name, isHere, environment }) => {
  const isImage = name === 'the image';
  it.runIf(isHere)(
    'holds in the tests that start, kill and connect servers',
    () => runTests('vitest', isImage ? againstImage() : againstPackage(), { ...environment, LACQUER_TEST_PART: '' }),
    5_400_000,
  );
  it.runIf(isHere)(
    'holds in the browser',
    () =>
      runTests('playwright', isImage ? IMAGE_IN_BROWSER : PACKAGE_IN_BROWSER, {
        ...environment,
        LACQUER_TEST_PART: 'fast',
      }),
    1_800_000,
  );
});
