// Makes a fresh clone ready: installs the npm packages when the lock file says that something is missing.
// Plain JavaScript for any Node 20 or newer: it runs before the project's own Node 24 is there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}/node_modules/.lacquer-setup`;
const lock = createHash('sha256')
  .update(readFileSync(`${root}/package-lock.json`))
  .digest('hex');

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Lacquer needs Node 20 or newer to set itself up; this is ${process.version}.`);
  process.exit(1);
}
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing packages (npm ci) …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) {
    console.error('npm ci failed: see above.');
    process.exit(done.status ?? 1);
  }
  if (!existsSync(`${root}/node_modules/.bin/node`)) {
    console.error(
      `There is no package with Node 24 for ${process.platform} ${process.arch}, or npm could not fetch it.`,
    );
    process.exit(1);
  }
  mkdirSync(`${root}/node_modules`, { recursive: true });
  writeFileSync(stamp, lock);
}
