/**
 * `npm run demo`: a fresh Lacquer with the demo packs, uploaded as a supplier does, and one account for each role.
 * The server answers while the cars are still being drawn: its address is printed as soon as the first car is there.
 * Everything is in .build/demo. The store is new each time; drawn packs are reused until the code that draws them
 * changes.
 */
import '../src/server/nativePool.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ROLES } from '../src/contract/index.ts';
import { enableCodeCache } from '../src/server/codeCache.ts';
import { endOnSignals, exitWithReason } from '../src/server/start.ts';
import { accounts } from './accounts.ts';
import { demoFolder, drawnParts } from './drawn.ts';
import { signIn } from './uploader.ts';

enableCodeCache();

/** The sets that are promoted, so that testers see something in the two later areas. The others stay in Embargo. */
const PROMOTED = [
  ['1PP2A5xxxxxxxxxx', 'preprod'],
  ['1PP2A5xxxxxxxxxx', 'prod'],
  ['1PP8A4xxxxxxxxxx', 'preprod'],
] as const;
const [admin, ...others] = accounts;
let isEnding = false;
const seconds = () => `${Math.round(performance.now() / 1000)} s`;

let building: ChildProcess | undefined;

/** In a process of its own, beside the threads that draw. @param parts as scripts/build.ts takes them */
async function build(priority: number, ...parts: string[]): Promise<void> {
  const script = fileURLToPath(new URL('../scripts/build.ts', import.meta.url));
  building = spawn(process.execPath, [script, ...parts], { stdio: 'inherit' });
  if (building.pid !== undefined) setPriority(building.pid, priority);
  const [code] = (await once(building, 'exit')) as [number | null];
  if (code !== 0 && !isEnding) process.exit(code ?? 1);
}

/** @returns the server's address */
async function startServer(): Promise<string> {
  const { addUser } = await import('../src/server/access/users.ts');
  const { startApp } = await import('../src/server/app.ts');
  const { readSettings } = await import('../src/server/config.ts');
  const data = `${demoFolder}/data`;
  rmSync(data, { recursive: true, force: true });
  const settings = readSettings({ ...process.env, LACQUER_DATA: data, LACQUER_ADMIN_PASSWORD: admin.password });
  const running = await startApp(settings);
  endOnSignals(running.app.log, (deadline) => {
    isEnding = true;
    building?.kill();
    return running.close(deadline);
  });
  for (const { username, password, roles } of others) {
    const own = ROLES.filter((role) => roles.includes(role as never));
    await addUser(running.database, { username, password, roles: own }, Date.now());
  }
  return running.app.listen({ port: settings.port, host: settings.host });
}

function printAddress(host: string): void {
  console.log(`\nLacquer is at ${host.replace('127.0.0.1', 'localhost')}\n`);
  for (const { username, password, roles } of accounts) {
    console.log(`  ${username.padEnd(10)} ${password.padEnd(20)} ${roles.join(', ')}`);
  }
  console.log('\nThe other cars appear as they are drawn. Stop it with Ctrl-C.\n');
}

async function uploadAll(): Promise<void> {
  let isFirstCar = true;
  for (;;) {
    const next = await (early.shift() ?? parts.next());
    if (next.done === true) return;
    const { title, disId } = next.value;
    for (const pack of await uploader.upload(next.value)) console.error(`${pack.fileName} was refused:`, pack.problems);
    for (const [set, area] of PROMOTED) if (set === disId) await uploader.promote(set, area);
    console.log(`${title}: uploaded after ${seconds()}`);
    if (disId === undefined || !isFirstCar) continue;
    isFirstCar = false;
    printAddress(host);
  }
}

const parts = drawnParts();
// A part is drawn when it is requested: draw the global configurations and the first car during the build.
const early = [parts.next(), parts.next()];
console.log('Drawing the cars …');
await build(constants.priority.PRIORITY_NORMAL, 'web', 'docs');
const host = await startServer().catch(exitWithReason);
const uploader = await signIn(host, admin.username, admin.password);
await uploadAll().catch((error: unknown) => {
  // Ctrl-C closes the server in the middle of an upload.
  if (!isEnding) throw error;
});
// The sample cars that the start page of an empty server offers. Nothing waits for them here.
if (!isEnding) await build(constants.priority.PRIORITY_LOW, 'sample');
