/** Starts the server: settings, app, one listening socket, an orderly end. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything of ours is imported: what is compiled once is read from there at the next start, by threads too. That
// starts sooner, and Node's TypeScript compiler, 60 MiB of memory, stays out.
const { directory } = enableCompileCache(fileURLToPath(new URL('../../.build/compiled', import.meta.url)));
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory;
const { startApp } = await import('./app.ts');
const { readSettings, SettingsError } = await import('./config.ts');
const { BlobsNotUsable } = await import('./platform/blobs/blobs.ts');

const refuse = (error: unknown): never => {
  if (error instanceof BlobsNotUsable) {
    console.error(`Lacquer cannot start; ${error.message}`);
    process.exit(1);
  }
  if (!(error instanceof SettingsError)) throw error;
  console.error(`Lacquer cannot start; these settings do not hold:\n${error.message}`);
  process.exit(78);
};
const settings = (() => {
  try {
    return readSettings(process.env);
  } catch (error) {
    return refuse(error);
  }
})();

const running = await startApp(settings).catch(refuse);
if (running.firstPassword !== undefined) {
  console.log(`First start. Sign in as "admin" with the one-time password: ${running.firstPassword}`);
  console.log('Change it after signing in; it is not shown again.');
}
const address = await running.app.listen({ port: settings.port, host: settings.host });
console.log(`Lacquer listens on ${address}`);
await running.warm();
flushCompileCache();

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
