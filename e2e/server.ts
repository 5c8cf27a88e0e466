/**
 * The server of the browser tests: the real app on an empty store in a temporary folder, with the demo's accounts.
 *
 *   node e2e/server.ts <port> [<setting>=<value> …]
 *
 * LACQUER_TEST_COMMAND: the command of an installed package, whose server and web app are then used instead.
 */
import '../src/server/platform/testing/endWithParent.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts } from '../demo/accounts.ts';
import { ROLES } from '../src/contract/index.ts';
import { addUser } from '../src/server/access/users.ts';
import { startApp } from '../src/server/app.ts';
import { readSettings } from '../src/server/config.ts';
import { product } from '../src/server/testing/product.ts';
import { BARE } from '../src/server/testing/testServer.ts';

const data = mkdtempSync(join(tmpdir(), 'lacquer-e2e-'));
process.once('exit', () => rmSync(data, { recursive: true, force: true }));
const [port, ...more] = process.argv.slice(2);
const [admin, ...others] = accounts;
const given = {
  LACQUER_DATA: data,
  LACQUER_PORT: port,
  LACQUER_ADMIN_PASSWORD: admin.password,
  LACQUER_SIGN_IN_PER_MINUTE: '1000',
  ...Object.fromEntries(more.map((one) => one.split(/=(.*)/s, 2))),
};
const settings = readSettings(given);
const running = await startApp(settings);
for (const { username, password, roles } of others) {
  const known = ROLES.filter((role) => (roles as readonly string[]).includes(role));
  await addUser(running.database, { username, password, roles: known }, Date.now());
}
/** @returns what ends the server */
async function listen(): Promise<() => Promise<unknown>> {
  if (process.env['LACQUER_TEST_COMMAND'] === undefined) {
    await running.app.listen({ port: settings.port, host: settings.host });
    return () => running.close();
  }
  await running.close();
  const child = spawn(process.execPath, product('serve'), { env: { ...BARE, ...given }, stdio: 'inherit' });
  const ended = once(child, 'exit');
  void ended.then(([code]) => process.exit(Number(code)));
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
const end = await listen();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void end().finally(() => process.exit(0));
  });
}
