/** Starts the server: settings, app, one listening socket, an orderly end. */

import { startApp } from './app.ts';
import { readSettings, SettingsError } from './config.ts';

const settings = (() => {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`Lacquer cannot start; these settings do not hold:\n${error.message}`);
    process.exit(78);
  }
})();

const running = await startApp(settings);
if (running.firstPassword !== undefined) {
  console.log(`First start. Sign in as "admin" with the one-time password: ${running.firstPassword}`);
  console.log('Change it after signing in; it is not shown again.');
}
const address = await running.app.listen({ port: settings.port, host: settings.host });
console.log(`Lacquer listens on ${address}`);
await running.warm();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
