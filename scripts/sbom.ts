/**
 * Writes what the product is made of: a bill of materials (CycloneDX) of the packages that run in the server and in the
 * browser, as the lock file has them. Needs no network.
 *
 *   node scripts/sbom.ts [file]     .build/lacquer.cdx.json
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD_TOOLS } from './package/shipped.ts';

interface Bill {
  metadata: { component: { name: string; 'bom-ref': string } };
  components: { name: string; group?: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
>;
const shippedNames = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !BUILD_TOOLS.includes(name),
);

/** Keeps what the shipped packages need. `npm sbom --omit dev` will not do: it drops packages that a test tool needs, too. */
function shippedPart(bill: Bill): Bill {
  const self = bill.metadata.component['bom-ref'];
  const dependsOn = new Map(bill.dependencies.map((one) => [one.ref, one.dependsOn]));
  const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'));
  const shipped = new Set([self]);
  for (const ref of shipped) {
    for (const next of dependsOn.get(ref) ?? []) {
      if (ref !== self || shippedNames.includes(nameOf(next))) shipped.add(next);
    }
  }
  return {
    ...bill,
    components: bill.components.filter((component) => shipped.has(component['bom-ref'])),
    dependencies: bill.dependencies.flatMap(({ ref, dependsOn }) =>
      shipped.has(ref) ? [{ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }] : [],
    ),
  };
}

const file = resolve(process.argv[2] ?? `${root}.build/lacquer.cdx.json`);

const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const bill = shippedPart(JSON.parse(text) as Bill);
// npm takes the folder's name.
bill.metadata.component.name = 'lacquer';
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} packages: ${file}`);
