/** Starts a process that runs jobs and listens nowhere; an orderly end gives back the job in hand. */
import './nativePool.ts';
import { clearUp, endOnSignals, inTime, keepCompiled, refusal, warnOfRoot } from './start.ts';

keepCompiled();
warnOfRoot();
const { readSettings, SettingsError } = await import('./config.ts');
const { openParts } = await import('./parts.ts');
const { startJobs } = await import('./jobs.ts');

const begin = async () => {
  const settings = readSettings(process.env);
  if (settings.workers === 0) throw new SettingsError('LACQUER_WORKERS: a worker takes at least 1 job at a time');
  return openParts(settings);
};
const parts = await begin().catch(refusal);
const jobs = startJobs(parts);
// The database's thread alone keeps no process alive while it waits.
const alive = setInterval(() => {}, 2 ** 30);
console.log(`Lacquer works on jobs, ${parts.settings.workers} at a time`);
clearUp();
endOnSignals(async (deadline) => {
  clearInterval(alive);
  await inTime(jobs.stop(), deadline);
  await parts.close();
});
