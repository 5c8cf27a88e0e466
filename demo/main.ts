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
  globalConfigs: { area: string; path: string }[];
}

/** What the testers of the two later areas see: these sets are promoted, the rest waits in embargo. */
const PROMOTED = [
  ['1PP2A5xxxxxxxxxx', 'preprod'],
  ['1PP2A5xxxxxxxxxx', 'prod'],
  ['1PP8A4xxxxxxxxxx', 'preprod'],
] as const;

async function drawnPacks(): Promise<Made> {
  const hash = createHash('sha256');
  for (const file of globSync('demo/**/*.ts', { cwd: root }).sort()) hash.update(readFileSync(`${root}${file}`));
  const digest = hash.digest('hex');
  if (existsSync(stamp)) {
    const made = JSON.parse(readFileSync(stamp, 'utf8')) as Made;
    if (made.digest === digest && made.packs.every((pack) => existsSync(pack))) return made;
  }
  console.log('Drawing the demo cars (about half a minute, once) …');
  rmSync(packsFolder, { recursive: true, force: true });
  mkdirSync(packsFolder, { recursive: true });
  const made: Made = { digest, ...(await makeDemo({ out: packsFolder })) };
  writeFileSync(stamp, JSON.stringify(made));
  return made;
}

async function send(url: string, file: string, headers: Record<string, string>): Promise<void> {
  const body = new FormData();
  body.set('file', await openAsBlob(file), basename(file));
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${basename(file)}: ${await answer.text()}`);
}

async function uploadAll(host: string, { packs, globalConfigs }: Made): Promise<void> {
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
    await send(`${host}/api/v2/admin/files`, pack, headers);
  }
  for (const { area, path } of globalConfigs) await send(`${host}/${area}/api/v2/admin/global-files`, path, headers);
  process.stdout.write('\nReading the packs …\n');
  let list: Pack[] = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, 250));
    list = await client.packs();
  } while (list.some((pack) => pack.state === 'received' || pack.state === 'reading'));
  for (const pack of list.filter((one) => one.state === 'refused')) {
    console.error(`${pack.fileName} was refused:`, pack.problems);
  }
  for (const [disId, target] of PROMOTED) {
    await client.promote({ params: { id: disId }, body: { disId, source: 'embargo', target } });
  }
}

const data = `${folder}/data`;
const made = await drawnPacks();
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
await uploadAll(host, made);

console.log(`\nLacquer is at ${host.replace('127.0.0.1', 'localhost')}\n`);
for (const { username, password, roles } of accounts) {
  console.log(`  ${username.padEnd(10)} ${password.padEnd(20)} ${roles.join(', ')}`);
}
console.log('\nStop it with Ctrl-C.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.close().then(() => process.exit(0)));
}
