/**
 * `npm run demo`: a fresh Lacquer with the demo packs, taken in through the real door, and one account for each role.
 * Everything lives in .build/demo and is made anew each time; the drawn packs are kept until their drawing changes.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Pack, ROLES, routes } from '../src/contract/index.ts';
import { addUser } from '../src/server/access/users.ts';
import { startApp } from '../src/server/app.ts';
import { readSettings } from '../src/server/config.ts';
import { accounts } from './accounts.ts';
import { makeDemo } from './make.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.build/demo`;
const packsFolder = `${folder}/packs`;
const stamp = `${folder}/packs.json`;

interface Made {
  digest: string;
  packs: string[];
}

async function drawnPacks(): Promise<string[]> {
  const hash = createHash('sha256');
  for (const file of globSync('demo/**/*.ts', { cwd: root }).sort()) hash.update(readFileSync(`${root}${file}`));
  const digest = hash.digest('hex');
  if (existsSync(stamp)) {
    const made = JSON.parse(readFileSync(stamp, 'utf8')) as Made;
    if (made.digest === digest && made.packs.every((pack) => existsSync(pack))) return made.packs;
  }
  console.log('Drawing the demo cars (about half a minute, once) …');
  rmSync(packsFolder, { recursive: true, force: true });
  mkdirSync(packsFolder, { recursive: true });
  const { packs } = await makeDemo({ out: packsFolder });
  writeFileSync(stamp, JSON.stringify({ digest, packs } satisfies Made));
  return packs;
}

async function uploadAll(host: string, packs: readonly string[]): Promise<void> {
  const [admin] = accounts;
  const signedIn = await fetch(`${host}/api/v2/public/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: admin.username, password: admin.password }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { cookie, 'x-csrf-token': token };
  const client = createClient(routes, { base: host, headers: () => headers });
  for (const [i, pack] of packs.entries()) {
    process.stdout.write(`\rUploading pack ${i + 1} of ${packs.length} …`);
    const body = new FormData();
    body.set('file', await openAsBlob(pack), basename(pack));
    const answer = await fetch(`${host}/api/v2/admin/files`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${basename(pack)}: ${await answer.text()}`);
  }
  process.stdout.write('\nReading the packs …\n');
  let list: Pack[] = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, 250));
    list = await client.packs();
  } while (list.some((pack) => pack.state === 'received' || pack.state === 'reading'));
  for (const pack of list.filter((one) => one.state === 'refused')) {
    console.error(`${pack.fileName} was refused:`, pack.problems);
  }
}

const data = `${folder}/data`;
const packs = await drawnPacks();
rmSync(data, { recursive: true, force: true });
const [admin, ...others] = accounts;
const settings = readSettings({ ...process.env, LACQUER_DATA: data, LACQUER_ADMIN_PASSWORD: admin.password });
const running = await startApp(settings);
for (const { username, password, roles } of others) {
  await addUser(
    running.database,
    { username, password, roles: ROLES.filter((role) => roles.includes(role as never)) },
    Date.now(),
  );
}
const host = await running.app.listen({ port: settings.port, host: settings.host });
await uploadAll(host, packs);

console.log(`\nLacquer is at ${host.replace('127.0.0.1', 'localhost')}\n`);
for (const { username, password, roles } of accounts) {
  console.log(`  ${username.padEnd(10)} ${password.padEnd(20)} ${roles.join(', ')}`);
}
console.log('\nStop it with Ctrl-C.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.close().then(() => process.exit(0)));
}
