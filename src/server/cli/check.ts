/**
 * `lacquer check`: whether a server would start and work with these settings, one sentence for each thing that it
 * needs. It creates and changes no store; a server may run at the same time.
 *
 *   addCheckCommand
 */
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Command } from 'commander';
import { readSettings, type Settings } from '../config.ts';
import { formatBytes } from '../platform/bytes.ts';
import { freeBytes } from '../platform/disk.ts';
import { foldersOf } from '../serverChecks.ts';
import { EXIT, listenProblem, sentenceOf } from '../start.ts';
import { traceSettings } from '../traces.ts';
import { checkBlobs, checkDatabase } from './checkStore.ts';
import { checkFolder, closestExistingFolder, type Finding, finding } from './findings.ts';
import { type AsJson, jsonOption, print } from './output.ts';

const LOCAL_ADDRESSES = ['127.0.0.1', '::1', 'localhost'];
/** Packs arrive below `data`, and their blobs may be kept on another disk. */
async function checkSpace({ data, blobs, freeSpaceBytes }: Settings): Promise<Finding[]> {
  const folders = [data, ...('folder' in blobs ? [blobs.folder] : [])];
  const disks = new Map<number, string>();
  for (const folder of folders) {
    const { dev } = await stat(closestExistingFolder(folder));
    if (!disks.has(dev)) disks.set(dev, folder);
  }
  return Promise.all(
    [...disks.values()].map(async (folder) => {
      const free = await freeBytes(closestExistingFolder(folder));
      const text = `${formatBytes(free)} are free on the disk of ${folder}`;
      if (free >= freeSpaceBytes) return finding('ok', `${text}.`);
      const reserve = formatBytes(freeSpaceBytes);
      return finding(
        'failed',
        `${text}; below ${reserve} (LACQUER_FREE_SPACE_BYTES) the server takes no packs. Make room.`,
      );
    }),
  );
}

/** What a proxy in front has to be known for. */
function checkProxy({ publicUrl, trustProxy, host }: Settings): Finding[] {
  if (!publicUrl?.startsWith('https:') || trustProxy !== '') return [];
  const address = LOCAL_ADDRESSES.includes(host) ? 'loopback' : 'the address of the proxy';
  return [
    finding(
      'warning',
      `LACQUER_TRUST_PROXY is empty, and LACQUER_PUBLIC_URL says that a proxy with TLS is in front: the audit trail would name the proxy's address for everybody, and sign-in limits would count all people as one. Set it to ${address}.`,
    ),
  ];
}

function checkAccount(): Finding[] {
  if (process.getuid?.() !== 0) return [];
  return [finding('warning', 'This account is root. Give Lacquer an account of its own.')];
}

async function checkPort({ port, host }: Settings): Promise<Finding> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const address = `port ${port} of ${host}`;
  server.once('error', (error: NodeJS.ErrnoException) => {
    const sentence = listenProblem(error) ?? sentenceOf(error);
    // A running server of this store may be what listens.
    resolve(finding(error.code === 'EADDRINUSE' ? 'warning' : 'failed', sentence));
  });
  server.listen(port, host, () => server.close(() => resolve(finding('ok', `The server can listen on ${address}.`))));
  return promise;
}

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description(
      'settings, folders, database, file store, clocks, free space, proxy and port, before serve; exit code 1 when one fails',
    )
    .addOption(jsonOption())
    .action(async (options: AsJson) => {
      const settings = readSettings(process.env);
      traceSettings(process.env);
      const findings = [
        finding('ok', 'The settings are valid.'),
        ...(await Promise.all(
          [{ path: settings.data, setting: 'LACQUER_DATA' }, ...foldersOf(settings)].map(checkFolder),
        )),
        ...checkAccount(),
        ...(await checkSpace(settings)),
        ...(await checkDatabase(settings)),
        await checkBlobs(settings),
        ...checkProxy(settings),
        await checkPort(settings),
      ];
      print(
        options,
        { findings },
        findings.map(({ result, sentence }) => `${result.padEnd(7)} ${sentence}`),
      );
      if (findings.some(({ result }) => result === 'failed')) process.exitCode = EXIT.failed;
    });
}
