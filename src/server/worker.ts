/** Starts a process that runs jobs and does not listen; an orderly end returns the running job to the queue. */
import './nativePool.ts';
import { enableCodeCache, removeOldCode } from './codeCache.ts';
import { announce, endOnSignals, exitWithReason, freeStartupMemory, warnAboutRoot, withDeadline } from './start.ts';

enableCodeCache();
warnAboutRoot();
const { readSettings, SettingsError } = await import('./config.ts');
const { openContext } = await import('./context.ts');
const { startJobs } = await import('./jobs.ts');
const { startTraces } = await import('./traces.ts');
const { closeTracing } = await import('./platform/tracing.ts');

const begin = async () => {
  const settings = readSettings(process.env);
  if (settings.workers === 0) throw new SettingsError('LACQUER_WORKERS: a worker takes at least 1 job at a time');
  await startTraces(process.env, 'lacquer-worker', settings.logLevel);
  return openContext(settings, { upgrade: false });
};
const context = await begin().catch(exitWithReason);
const jobs = startJobs(context);
// The idle thread of the database does not keep the process alive.
const alive = setInterval(() => {}, 2 ** 30);
announce(context.log, `Lacquer works on jobs, ${context.settings.workers} at a time`);
freeStartupMemory();
removeOldCode();
endOnSignals(context.log, async (deadline) => {
  clearInterval(alive);
  await withDeadline(jobs.stop(), deadline);
  await context.close();
  await closeTracing();
});
