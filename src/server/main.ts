/** Starts the server: settings, app, one listening socket, an orderly end. */
import { clearUp, endOnSignals, keepCompiled, refusal } from './start.ts';

keepCompiled();
const { startApp } = await import('./app.ts');
const { readSettings } = await import('./config.ts');

const begin = async () => {
  const settings = readSettings(process.env);
  return { settings, running: await startApp(settings) };
};
const { settings, running } = await begin().catch(refusal);
if (running.firstPassword !== undefined) {
  console.log(`First start. Sign in as "admin" with the one-time password: ${running.firstPassword}`);
  console.log('Change it after signing in; it is not shown again.');
}
const address = await running.app.listen({ port: settings.port, host: settings.host });
console.log(`Lacquer listens on ${address}`);
if (settings.workers === 0) console.log('It leaves jobs to other processes: npx lacquer worker');
await running.warm();
clearUp();
endOnSignals(running.close);
