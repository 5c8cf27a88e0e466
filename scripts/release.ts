/**
 * `npm run release -- <version>`: makes a release of what is committed: the section of the changelog, the version, the
 * package, its bill of materials, checksums, a commit and a tag. It sends nothing anywhere.
 *
 *   node scripts/release.ts <version> [--dry-run] [--check <command>]
 *
 * It refuses a tree with changes, a version that is not newer, and a state whose checks fail (`--check`, by default types,
 * lint and `npm test`). If it fails, versions and changelog are as they were. `--dry-run` says what it would do and changes
 * nothing.
 */
import { execFileSync, execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const CHECK = 'npm run -s check && npm test';
/** Examples that name the image's version. */
const EXAMPLES = [
  'deploy/compose/compose.yaml',
  'deploy/compose/compose.small.yaml',
  'deploy/kubernetes/servers.yaml',
  'deploy/kubernetes/workers.yaml',
];
const CHANGED = ['CHANGELOG.md', 'package.json', 'package-lock.json', ...EXAMPLES];
const UNRELEASED = '## Unreleased';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const write = (file: string, text: string) => writeFileSync(`${root}${file}`, text);
const run = (command: string) => execSync(command, { cwd: root, stdio: 'inherit' });

class Refused extends Error {}

const numbersOf = (version: string): number[] => version.split('.').map(Number);
function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** What stands between the heading of what is not released and the next one. */
function unreleasedSection(changelog: string): string {
  const [, after] = changelog.split(`\n${UNRELEASED}\n`);
  const section = (after ?? '').split('\n## ')[0]?.trim() ?? '';
  if (section === '') throw new Refused(`CHANGELOG.md has nothing below "${UNRELEASED}": there is nothing to release.`);
  return section;
}

function assertReleasable(version: string, present: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Refused(`${version} is no version, such as ${present}.`);
  if (!isNewer(version, present)) throw new Refused(`${version} is not newer than ${present}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new Refused(`There is a tag v${version} already.`);
  if (git('status', '--porcelain') !== '') throw new Refused('The tree has changes that are not committed.');
}

/** The lock file has the version twice: for the file, and for the package at the root. */
function setVersion(file: string, present: string, version: string, times: number): void {
  const parts = read(file).split(`"version": "${present}"`);
  const [own, others] = [parts.slice(0, times + 1), parts.slice(times + 1)];
  write(file, [own.join(`"version": "${version}"`), ...others].join(`"version": "${present}"`));
}

/** As the image's tag, and as the argument that it is built with. */
function setImageVersion(file: string, present: string, version: string): void {
  const text = read(file)
    .replaceAll(`lacquer:${present}`, `lacquer:${version}`)
    .replaceAll(`VERSION: ${present}`, `VERSION: ${version}`);
  write(file, text);
}

function checksums(files: readonly string[]): string {
  return files
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(`${root}${file}`))
          .digest('hex')}  ${basename(file)}\n`,
    )
    .join('');
}

function release(version: string, { dryRun, check }: { dryRun: boolean; check: string }): void {
  const { version: present } = JSON.parse(read('package.json')) as { version: string };
  assertReleasable(version, present);
  const section = unreleasedSection(read('CHANGELOG.md'));
  const [archive, bill, sums] = ['tgz', 'cdx.json', 'sha256'].map((end) => `.build/lacquer-${version}.${end}`) as [
    string,
    string,
    string,
  ];
  if (dryRun) {
    console.log(`Would check the state: ${check}`);
    console.log(`Would write the version ${version} into ${CHANGED.join(', ')}, commit, and tag v${version}.`);
    console.log(`Would make ${archive}, ${bill}, ${sums}.\n\n${section}`);
    return;
  }
  try {
    run(check);
  } catch {
    throw new Refused(`The state is red: ${check}`);
  }
  // The checks may have written files that are not ignored.
  if (git('status', '--porcelain') !== '') throw new Refused('The checks changed files. Commit or ignore them.');
  try {
    const date = new Date().toISOString().slice(0, 10);
    write(
      'CHANGELOG.md',
      read('CHANGELOG.md').replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`),
    );
    setVersion('package.json', present, version, 1);
    setVersion('package-lock.json', present, version, 2);
    for (const file of EXAMPLES) setImageVersion(file, present, version);
    run(`"${process.execPath}" scripts/package/main.ts`);
    run(`"${process.execPath}" scripts/sbom.ts ${bill}`);
    write(sums, checksums([archive, bill]));
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...CHANGED);
  } catch (error) {
    git('checkout', '--quiet', 'HEAD', '--', ...CHANGED);
    throw error;
  }
  // Git leaves out lines that begin with #, which are headings here.
  git('tag', '--annotate', '--cleanup=verbatim', `v${version}`, '--message', `Lacquer ${version}\n\n${section}\n`);
  console.log(`Released ${version}: ${archive}, ${bill}, ${sums}, the tag v${version}. Push the commit and the tag.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, check: { type: 'string', default: CHECK } },
});
const [version, ...more] = positionals;
if (version === undefined || more.length > 0) {
  console.error('npm run release -- <version> [--dry-run] [--check <command>]');
  process.exitCode = 2;
} else {
  try {
    release(version, { dryRun: values['dry-run'], check: values.check });
  } catch (error) {
    console.error(error instanceof Refused ? `Not released. ${error.message}` : error);
    process.exitCode = 1;
  }
}
