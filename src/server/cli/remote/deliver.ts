/**
 * `lacquer deliver`: sends packs to a server, and waits until each is live or refused.
 *
 *   deliver
 */
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ApiFailure } from '../../../contract/index.ts';
import { parsePackName } from '../../../engine/packNames.ts';
import { formatBytes } from '../../platform/bytes.ts';
import { EXIT } from '../../start.ts';
import { type Connection, connect, WrongUsage } from './connection.ts';
import { type Delivered, follow, isSamePack } from './followPacks.ts';
import { openProgressLine, type ProgressLine } from './progressLine.ts';
import { fingerprintOf, type PackFile, type Receipt, sendPack } from './sendPack.ts';
import { openUploadState, type UploadState } from './uploadState.ts';

const refused = (fileName: string, reason: string): Delivered => ({
  fileName,
  state: 'refused',
  problems: [{ entry: fileName, reason }],
  problemCount: 1,
});

/** @throws WrongUsage for a file that is not there, and for two files of one name */
function filesOf(paths: readonly string[]): PackFile[] {
  const files = paths.map((given) => {
    const path = resolve(given);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile()) throw new WrongUsage(`There is no file ${given}. Nothing was sent.`);
    return { path, fileName: basename(path), size: found.size, modifiedMs: found.mtimeMs };
  });
  const twice = files.find((file, at) => files.findIndex(({ fileName }) => fileName === file.fileName) !== at);
  if (twice) throw new WrongUsage(`Two files are named ${twice.fileName}. Nothing was sent.`);
  return files;
}

const time = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The receipt of an earlier run of this command, if the server still has the pack. */
async function receiptBefore(
  { client, patiently }: Connection,
  fileName: string,
  receipt: unknown,
): Promise<Delivered | undefined> {
  const pack = { ...(receipt as Receipt), fileName, state: 'received', problems: [], problemCount: 0 } as const;
  const query = { fileName, since: pack.lastModifiedDate };
  const packs = await patiently((signal) => client.packs({ query, signal }));
  return packs.some((one) => isSamePack(one, pack)) ? pack : undefined;
}

async function send(
  connection: Connection,
  file: PackFile,
  { counter, line, state }: { counter: string; line: ProgressLine; state: UploadState },
): Promise<Delivered> {
  const startedAt = performance.now();
  let first: number | undefined;
  const { fileName, size } = file;
  const fingerprint = fingerprintOf(connection, file);
  const knownReceipt = await state.receiptOf(fingerprint);
  const before = knownReceipt === undefined ? undefined : await receiptBefore(connection, fileName, knownReceipt);
  if (before) {
    line.say(`${counter} ${fileName} was received before.`);
    return before;
  }
  try {
    const {
      sha256,
      size: stored,
      jobId,
      lastModifiedDate,
    } = await sendPack(connection, file, state, (sent) => {
      // A resumed upload begins after the bytes that the server has.
      first ??= sent;
      const seconds = (performance.now() - startedAt) / 1000;
      const speed = (sent - first) / Math.max(seconds, 0.1);
      const left = speed > 0 ? `, ${formatBytes(speed)}/s, ${time((size - sent) / speed)} left` : '';
      line.show(() => `${counter} ${fileName}: ${Math.floor((sent / size) * 100)} % of ${formatBytes(size)}${left}`);
    });
    const receipt = { sha256, size: stored, jobId, lastModifiedDate };
    await state.keepReceipt(fingerprint, receipt);
    line.say(`${counter} ${fileName} was received.`);
    return { ...receipt, fileName, state: 'received', problems: [], problemCount: 0 };
  } catch (error) {
    // 403: the token may not upload at all. 5xx: the server cannot accept packs at the moment.
    if (!(error instanceof ApiFailure) || error.status === 403 || error.status >= 500) throw error;
    return refused(fileName, error.message);
  }
}

function textOf({ fileName, state, problems, problemCount }: Delivered): string {
  if (state === 'live') return `${fileName} is live in Embargo.`;
  if (state === 'received') return `${fileName} was received and is being read.`;
  if (state === 'replaced') return `${fileName} was sent again or deleted in the meantime.`;
  const lines = problems.map(({ entry, line, column, reason }) => {
    const where = line === undefined ? entry : `${entry}:${line}:${column ?? 1}`;
    return `  ${where}: ${reason}`;
  });
  const more = problemCount > problems.length ? [`  and ${problemCount - problems.length} more`] : [];
  return [
    `${fileName} was refused: ${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}`,
    ...lines,
    ...more,
  ].join('\n');
}

/**
 * Sends packs one after the other. A refused pack does not keep the others from being sent.
 * @returns the exit code
 * @throws NotConnected; ApiFailure if the server accepts no packs from this account
 */
export async function deliver(
  paths: readonly string[],
  options: { url?: string; wait?: true; json?: true },
  signal: AbortSignal,
): Promise<number> {
  const files = filesOf(paths);
  const misnamed = files.flatMap(({ fileName }) => {
    const name = parsePackName(fileName);
    return 'error' in name ? [refused(fileName, name.error)] : [];
  });
  const print = (pack: Delivered) => {
    if (!options.json) console.log(textOf(pack));
  };
  const finish = (packs: readonly Delivered[]) => {
    if (options.json) console.log(JSON.stringify({ packs }, null, 2));
    return packs.every(({ state }) => state === 'live' || (!options.wait && state === 'received')) ? 0 : EXIT.failed;
  };
  if (misnamed.length > 0) {
    misnamed.forEach(print);
    console.error('Nothing was sent.');
    return finish(misnamed);
  }
  const connection = await connect(options.url, signal);
  const line = openProgressLine();
  const state = openUploadState();
  const sent: Delivered[] = [];
  try {
    for (const [at, file] of files.entries()) {
      const pack = await send(connection, file, { counter: `[${at + 1}/${files.length}]`, line, state });
      if (pack.state === 'refused') print(pack);
      sent.push(pack);
    }
    const ended = options.wait ? await follow(connection, sent, print, line) : sent;
    if (!options.wait) for (const pack of sent) if (pack.state === 'received') print(pack);
    for (const file of files) await state.forget(fingerprintOf(connection, file));
    return finish(ended);
  } catch (error) {
    line.clear();
    const stored = sent.filter(({ state }) => state === 'received').length;
    const text = `${stored} of ${files.length} packs were received; the server reads them by itself.`;
    console.error(`${text} Run the same command again to continue.`);
    throw error;
  }
}
