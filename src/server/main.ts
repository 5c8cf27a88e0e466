/** Starts the server: settings, app, one listening socket, an orderly end. */
import './nativePool.ts';
import { setTimeout } from 'node:timers/promises';
import { enableCodeCache, removeOldCode } from './codeCache.ts';
import { announce, endOnSignals, exitWithReason, freeStartupMemory, warnAboutRoot } from './start.ts';

/** milliseconds from listening to the work that makes later requests quicker */
const SETTLE_MS = 1000;

enableCodeCache();
warnAboutRoot();
const { startApp } = await import('./app.ts');
const { readSettings } = await import('./config.ts');
const { startTraces } = await import('./traces.ts');
const { closeTracing } = await import('./platform/tracing.ts');

const begin = async () => {
  const settings = readSettings(process.env);
  await startTraces(process.env, 'lacquer', settings.logLevel);
  const running = await startApp(settings);
  try {
    const address = await running.app.listen({ port: settings.port, host: settings.host });
    return { settings, running, address };
  } catch (error) {
    // Returns the jobs that it has claimed meanwhile.
    await running.close();
    throw error;
  }
};
const { settings, running, address } = await begin().catch(exitWithReason);
const { log } = running.app;
endOnSignals(log, async (deadline) => {
  await running.close(deadline);
  await closeTracing();
});
if (running.firstPassword !== undefined) {
  console.log(`First start. Sign in as "admin" with the one-time password: ${running.firstPassword}`);
  console.log('Change it after signing in; it is not shown again.');
}
if (settings.workers === 0) announce(log, 'Lacquer leaves jobs to other processes: lacquer worker');
announce(log, `Lacquer listens on ${address}`);
// The first requests wait for the server already.
await setTimeout(SETTLE_MS, undefined, { ref: false });
// The painter is closed if the server was told to end meanwhile.
await running.warm().catch(() => {});
freeStartupMemory();
removeOldCode();
