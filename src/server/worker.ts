/** Starts a process that runs jobs and listens nowhere; an orderly end gives back the job in hand. */
import './nativePool.ts';
import {
  enableCodeCache,
  endOnSignals,
  exitWithReason,
  freeStartupMemory,
  warnAboutRoot,
  withDeadline,
} from './start.ts';

enableCodeCache();
warnAboutRoot();
const { readSettings, SettingsError } = await import('./config.ts');
const { openContext } = await import('./context.ts');
const { startJobs } = await import('./jobs.ts');

const begin = async () => {
  const settings = readSettings(process.env);
  if (settings.workers === 0) throw new SettingsError('LACQUER_WORKERS: a worker takes at least 1 job at a time');
  return openContext(settings);
};
const context = await begin().catch(exitWithReason);
const jobs = startJobs(context);
// The database's thread alone keeps no process alive while it waits.
const alive = setInterval(() => {}, 2 ** 30);
console.log(`Lacquer works on jobs, ${context.settings.workers} at a time`);
freeStartupMemory();
endOnSignals(async (deadline) => {
  clearInterval(alive);
  await withDeadline(jobs.stop(), deadline);
  await context.close();
});
