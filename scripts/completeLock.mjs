// Completes package-lock.json after `npm install` from a registry that does not carry packages for other platforms:
// npm then leaves those optional packages out of the lock file, and `npm ci` refuses it everywhere. What is added says
// only name, version and platform; npm skips it where the platform differs and looks it up where it fits.
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

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const platformOf = (name) => {
  const words = name === 'fsevents' ? ['darwin'] : name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system)).map((system) => system.replace('musl', ''));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  return { ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }) };
};

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
    const own = `${path}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    if (lock.packages[own] || lock.packages[top]) continue;
    const platform = platformOf(name);
    if (Object.keys(platform).length === 0) {
      console.error(`${name}: the lock file lacks it, and its name tells no platform`);
      process.exitCode = 1;
      continue;
    }
    const version = /\d+\.\d+\.\d+\S*/.exec(wanted)?.[0] ?? wanted;
    lock.packages[top] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
