#!/usr/bin/env node
// Lets Playwright drive the Firefox that the system has, instead of a build of its own that would have to be downloaded.
//
// Playwright starts this as its `executablePath` and speaks WebDriver BiDi with it. Messages are passed on to Firefox; only
// commands that Playwright always sends and Firefox ESR does not know yet are answered here. When Debian's Firefox knows
// emulation.setMediaFeaturesOverride, this file can go, and `executablePath` be Firefox itself.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Playwright sets what the page prefers for each new context, also when nothing was asked for. */
const UNKNOWN = ['emulation.setMediaFeaturesOverride'];

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));
process.once('exit', () => firefox.kill('SIGKILL'));

/** @param {WebSocket} playwright @param {string} address of Firefox */
function connect(playwright, address) {
  const socket = new WebSocket(address);
  const open = new Promise((resolve) => socket.once('open', resolve));
  socket.on('error', () => playwright.close());
  socket.on('close', () => playwright.close());
  socket.on('message', (message) => playwright.send(String(message)));
  playwright.on('close', () => socket.close());
  playwright.on('message', async (message) => {
    const text = String(message);
    const { id, method } = JSON.parse(text);
    if (UNKNOWN.includes(method)) {
      playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      return;
    }
    await open;
    socket.send(text);
  });
}

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, said, address] = /^(WebDriver BiDi listening on )(ws:\S+)$/.exec(line) ?? [];
  if (address === undefined) return console.error(line);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.once('listening', () => console.error(`${said}ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (playwright, { url }) => connect(playwright, address + url));
});
