/**
 * Writes what the server is made of: a bill of materials (CycloneDX) of the packages that it runs with, as the lock file has
 * them. Needs no network.
 *
 *   node scripts/sbom.ts [file]     .build/lacquer.cdx.json
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = resolve(process.argv[2] ?? `${root}/.build/lacquer.cdx.json`);

const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const bill = JSON.parse(text) as { metadata: { component: { name: string } }; components: unknown[] };
// npm takes the folder's name.
bill.metadata.component.name = 'lacquer';
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} packages: ${file}`);
