/**
 * For tests: builds the image of deploy/Containerfile with buildah, without pulling one: its base is made of this machine's
 * files.
 *
 *   buildImage, Image
 *   whyNoImage     why no image can be built here
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../deploy/programs.ts';

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly StopSignal: string;
  readonly Healthcheck: { readonly Test: readonly [string, ...string[]] };
}
export interface Image {
  readonly config: ImageConfig;
  /** the folder that holds its files */
  readonly files: string;
}

/** What a container needs of the system: a shell, and what the Containerfile and `lacquer` run. */
const PROGRAMS = ['sh', 'env', 'cp', 'mv', 'rm', 'mkdir', 'chmod', 'chown', 'ln'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** @returns undefined if one can be built */
export function whyNoImage(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount what a container sees';
  const missing = ['buildah', 'flock', 'ldd', 'npm', 'setpriv', 'unshare'].filter((name) => !findProgram(name));
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined;
}

/** Fills a folder with a small system that has Node and npm. */
function makeBase(folder: string): void {
  for (const path of [
    'dev',
    'proc',
    'tmp',
    'etc/ssl/certs',
    'root',
    'usr/bin',
    'usr/lib/node_modules',
    'usr/lib64',
    'usr/sbin',
  ]) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) symlinkSync(`usr/${name}`, join(folder, name));
  const programs = PROGRAMS.map((name) => realpathSync(findProgram(name) ?? ''));
  for (const [index, name] of PROGRAMS.entries()) copyFileSync(programs[index] ?? '', join(folder, 'usr/bin', name));
  copyFileSync(process.execPath, join(folder, 'usr/bin/node'));
  const linked = execFileSync(findProgram('ldd') ?? '', [...programs, process.execPath], { encoding: 'utf8' });
  for (const library of new Set(linked.match(/\/\S+\.so\S*/g))) {
    mkdirSync(dirname(join(folder, library)), { recursive: true });
    copyFileSync(library, join(folder, library));
  }
  const npm = dirname(dirname(realpathSync(findProgram('npm') ?? '')));
  cpSync(npm, join(folder, 'usr/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'));
  for (const file of ['/etc/passwd', '/etc/group', CERTIFICATES]) copyFileSync(file, join(folder, file));
}

/**
 * @param context the unpacked package
 * @param folder gets everything that is made
 * @param version as its label says it
 * @throws Error with what buildah printed
 */
export function buildImage(context: string, folder: string, version: string): Image {
  const store = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) =>
    execFileSync(findProgram('buildah') ?? '', [...store, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const base = join(folder, 'base');
  makeBase(base);
  const empty = buildah('from', 'scratch');
  buildah('copy', '--quiet', empty, base, '/');
  buildah('commit', '--quiet', '--rm', empty, 'localhost/base');
  rmSync(base, { recursive: true });
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `cafile=${CERTIFICATES}\nprefer-offline=true\n`);
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  mkdirSync(cache, { recursive: true });
  const values = { NODE_IMAGE: 'localhost/base', BASE_IMAGE: 'localhost/base', VERSION: version };
  buildah(
    'build',
    ...['--isolation', 'chroot', '--format', 'docker', '--layers=false', '--pull=never'],
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--secret', `id=npmrc,src=${npmrc}`, '--volume', `${cache}:/root/.npm`],
    ...['--file', join(context, 'deploy/Containerfile'), '--tag', `localhost/lacquer:${version}`, context],
  );
  const described = JSON.parse(buildah('inspect', '--type', 'image', `localhost/lacquer:${version}`)) as {
    Docker: { config: ImageConfig };
  };
  const files = buildah('mount', buildah('from', `localhost/lacquer:${version}`));
  return { config: described.Docker.config, files };
}
