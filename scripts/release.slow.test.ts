/** A release, made in a clone: what it refuses, what it would do, what it makes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lacquer-release-'));
const clone = join(folder, 'clone');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(join(clone, file), 'utf8');
function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

// It builds the whole package, which takes minutes on a busy machine.
it('refuses what is not ready, says what it would do, and makes version, changelog, package, bill of materials, checksums, tag', () => {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '--depth', '1', `file://${root}`, clone]);
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  // A link is no folder, which is what .gitignore names.
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  const head = git('rev-parse', 'HEAD');
  const { version: present } = JSON.parse(read('package.json')) as { version: string };

  for (const [args, output, status] of [
    [[], 'npm run release -- <version>', 2],
    [['next'], 'next is no version', 1],
    [[present], `${present} is not newer than ${present}`, 1],
    [['0.9.0'], `0.9.0 is not newer than ${present}`, 1],
    [['99.0.0', '--check', 'exit 1'], 'Not released. The state is red: exit 1', 1],
  ] as const) {
    const answer = release(...args);
    expect(answer.text).toContain(output);
    expect(answer.status).toBe(status);
  }
  appendFileSync(join(clone, 'README.md'), 'unsaved\n');
  expect(release('99.0.0', '--dry-run').text).toContain('The tree has changes that are not committed.');
  git('checkout', '--quiet', 'README.md');
  const dry = release('99.0.0', '--dry-run');
  expect(dry.text).toContain('Would make .build/lacquer-99.0.0.tgz');
  expect([dry.status, git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([0, head, '']);

  const made = release('99.0.0', '--check', 'true');
  expect(made.status, made.text).toBe(0);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release 99.0.0');
  expect(git('rev-parse', 'v99.0.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(git('tag', '--list', '--format=%(contents)', 'v99.0.0')).toMatch(/^Lacquer 99\.0\.0\n\n/);
  expect(read('CHANGELOG.md')).toMatch(/\n## Unreleased\n\n## 99\.0\.0 \(\d{4}-\d\d-\d\d\)\n/);
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } };
  expect([lock.version, lock.packages[''].version]).toEqual(['99.0.0', '99.0.0']);
  expect(git('diff', '--shortstat', 'HEAD~1', '--', 'package-lock.json')).toContain('2 insertions(+), 2 deletions(-)');
  // The command, and with it the screens and the OpenAPI document, take the version from there.
  const output = execFileSync(process.execPath, ['src/server/cli.ts', '--version'], { cwd: clone, encoding: 'utf8' });
  expect(output.trim()).toBe('99.0.0');
  const sums = read('.build/lacquer-99.0.0.sha256').trim().split('\n');
  expect(sums).toHaveLength(2);
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    const bytes = readFileSync(join(clone, '.build', name));
    expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sum);
  }
  const bill = JSON.parse(read('.build/lacquer-99.0.0.cdx.json')) as { components: { name: string }[] };
  expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'fastify', 'sharp']));
  expect(existsSync(join(clone, '.build/package/lib/server'))).toBe(true);
  // The examples are of this version.
  expect(read('deploy/compose/compose.yaml')).toContain('image: lacquer:99.0.0');
  expect(spawnSync('git', ['grep', '--quiet', '--fixed-strings', present, '--', 'deploy'], { cwd: clone }).status).toBe(
    1,
  );
  expect(release('99.0.0').text).toContain('99.0.0 is not newer than 99.0.0');
}, 1_200_000);
