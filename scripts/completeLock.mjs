// Completes the lock files after `npm install` from a registry that does not carry packages for other platforms. npm then
// leaves those optional packages out of the lock file, and `npm ci` refuses it everywhere. The entries added here have only
// a name, a version and a platform: npm skips them where the platform differs, and looks them up where it matches.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'linuxmusl',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

const FILES = [
  'package-lock.json',
  'bench/peers/package-lock.json',
  'scripts/mutation/package-lock.json',
  'scripts/clients/package-lock.json',
  'scripts/schemas/package-lock.json',
];

const platformOf = (name) => {
  const words = name === 'fsevents' ? ['darwin'] : name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system)).map((system) => system.replace('musl', ''));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  return { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }) };
};

/** Adds to `packages` what it lacks. @returns how many */
function complete(packages) {
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
      const own = `${path}/node_modules/${name}`;
      const top = `node_modules/${name}`;
      if (packages[own] || packages[top]) continue;
      const platform = platformOf(name);
      if (Object.keys(platform).length === 0) {
        console.error(`${name}: the lock file lacks it, and its name tells no platform`);
        process.exitCode = 1;
        continue;
      }
      const version = /\d+\.\d+\.\d+\S*/.exec(wanted)?.[0] ?? wanted;
      missing[top] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform };
    }
  }
  Object.assign(packages, missing);
  return Object.keys(missing).length;
}

for (const name of FILES) {
  const file = new URL(`../${name}`, import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = complete(lock.packages);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${name}: added ${added} packages of other platforms`);
}
