/**
 * The server of the browser tests: the real app on an empty store in a temporary folder, with the demo's accounts.
 *
 *   node e2e/server.ts <port> [<setting>=<value> …]
 */
import '../src/server/platform/testing/endWithParent.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts } from '../demo/accounts.ts';
import { ROLES } from '../src/contract/index.ts';
import { addUser } from '../src/server/access/users.ts';
import { startApp } from '../src/server/app.ts';
import { readSettings } from '../src/server/config.ts';

const data = mkdtempSync(join(tmpdir(), 'lacquer-e2e-'));
const [port, ...more] = process.argv.slice(2);
const [admin, ...others] = accounts;
const settings = readSettings({
  LACQUER_DATA: data,
  LACQUER_PORT: port,
  LACQUER_ADMIN_PASSWORD: admin.password,
  LACQUER_SIGN_IN_PER_MINUTE: '1000',
  ...Object.fromEntries(more.map((one) => one.split(/=(.*)/s, 2))),
});
const running = await startApp(settings);
for (const { username, password, roles } of others) {
  const known = ROLES.filter((role) => (roles as readonly string[]).includes(role));
  await addUser(running.database, { username, password, roles: known }, Date.now());
}
await running.app.listen({ port: settings.port, host: settings.host });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void running.close().finally(() => {
      rmSync(data, { recursive: true, force: true });
      process.exit(0);
    });
  });
}
