#!/usr/bin/env node
/**
 * The command `lacquer` of the package. Plain JavaScript for any Node 20 or newer: where that is older than the Node that
 * Lacquer needs, it runs the Node that was installed with the package.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

const NEEDED = 24;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @returns the path of the Node that came with the package; undefined when there is none for this platform */
function findNode() {
  const { resolve } = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  for (const name of [`node-bin-${platform}`, `node-${platform}`]) {
    try {
      const file = join(
        dirname(resolve(`${name}/package.json`)),
        'bin',
        process.platform === 'win32' ? 'node.exe' : 'node',
      );
      if (existsSync(file)) return file;
    } catch {
      // not installed
    }
  }
  return undefined;
}

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  await import('../lib/server/nativePool.js');
  // Before the command's own code is loaded. Other commands may run as another account, whose files the server cannot read.
  if (['serve', 'worker'].includes(process.argv[2])) (await import('../lib/server/codeCache.js')).enableCodeCache();
  await import('../lib/server/cli.js');
} else {
  const node = findNode();
  if (node === undefined) {
    console.error(
      `Lacquer needs Node ${NEEDED} or newer. This is Node ${process.versions.node}, and none came with the package.`,
    );
    process.exit(1);
  }
  // The server ends when this process is gone (ENDS_WITH_PARENT), so that none stays behind.
  const child = spawn(node, [import.meta.filename ?? process.argv[1], ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ENDS_WITH_PARENT: '1' },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
