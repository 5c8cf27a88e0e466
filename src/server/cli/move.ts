/**
 * `lacquer move`: the whole store to where the settings in a file say.
 *
 *   addMoveCommand
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { type MoveReport, move } from '../administration/move.ts';
import { DATABASE_NAMES, readSettings, type Settings, SettingsError } from '../config.ts';
import { holdDatabase } from '../platform/database/hold.ts';
import { databaseNameOf, databaseNotUsable } from '../platform/database/notUsable.ts';
import { openFolder } from '../platform/disk.ts';
import { blobsNameOf, openBlobStore, openStore, sqliteFileOf } from '../store.ts';
import { type AsJson, jsonOption, print } from './output.ts';
import { openProgressLine } from './remote/progressLine.ts';
import { withLittleCache } from './stores.ts';

/** The machine's own settings for AWS tools apply to both stores. */
const amazonSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')));

/** @throws SettingsError */
function readTarget(file: string): Settings {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(
      `${file}: the file with the settings of the new store cannot be read (${(error as { code?: string }).code})`,
    );
  }
  const given = parseEnv(text);
  // Its default is relative to the folder that the command is started in.
  if (!given['LACQUER_DATA']) throw new SettingsError(`${file}: LACQUER_DATA is missing`);
  try {
    return readSettings({ ...amazonSettings(), ...given });
  } catch (error) {
    if (error instanceof SettingsError) throw new SettingsError(error.message.replaceAll(/^/gm, `${file}: `));
    throw error;
  }
}

/** Whether two addresses spell the same database differently. */
const databaseKey = (url: string): string => {
  const file = sqliteFileOf(url);
  if (file !== undefined) return resolve(file);
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
};

async function moveStore(from: Settings, to: Settings): Promise<MoveReport> {
  const moved = {
    database: databaseKey(from.databaseUrl) !== databaseKey(to.databaseUrl),
    blobs: blobsNameOf(from.blobs) !== blobsNameOf(to.blobs),
  };
  if (!moved.database && !moved.blobs) throw new Error('Both settings name the same store. There is nothing to move.');
  // Refuse anything that is not a store of this version before creating anything.
  await (await openStore(from, { exclusive: false })).close();
  const opened: { close(): Promise<void> }[] = [];
  const line = openProgressLine();
  try {
    for (const { databaseUrl } of moved.database ? [from, to] : [from]) {
      const release = await holdDatabase(databaseUrl, DATABASE_NAMES).catch((error: unknown) => {
        throw databaseNotUsable(databaseUrl, error, DATABASE_NAMES.setting) ?? error;
      });
      opened.push({ close: release });
    }
    await openFolder(to.data, { setting: 'LACQUER_DATA', own: false });
    const source = await openBlobStore(withLittleCache(from.blobs));
    opened.push(source);
    const target = moved.blobs ? await openBlobStore(withLittleCache(to.blobs), { move: true }) : source;
    if (moved.blobs) opened.push(target);
    return await move(
      { databaseUrl: from.databaseUrl, blobs: source, blobsName: blobsNameOf(from.blobs) },
      { databaseUrl: to.databaseUrl, blobs: target, blobsName: blobsNameOf(to.blobs) },
      moved,
      line.show,
    );
  } finally {
    line.clear();
    for (const { close } of opened.reverse()) await close();
  }
}

function textOf({ tables, blobs }: MoveReport, from: Settings, to: Settings): string[] {
  const lines: string[] = [];
  if (tables) {
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    lines.push(
      `${rows} rows of ${Object.keys(tables).length} tables are in ${databaseNameOf(to.databaseUrl)}, compared with ${databaseNameOf(from.databaseUrl)}`,
    );
  }
  if (blobs) {
    lines.push(
      `${blobs.verified} files are in ${blobsNameOf(to.blobs)}, read and compared with their hashes: ${blobs.copied} copied, ${blobs.present} there already`,
    );
  }
  lines.push('The move is done. Start servers and workers with the new settings. The old store is as it was.');
  return lines;
}

export function addMoveCommand(program: Command): void {
  program
    .command('move <settings>')
    .description(
      'copy the store to where the settings in a file say, SQLite or PostgreSQL, folder or S3; no server may run; an interrupted move continues when it is run again',
    )
    .addOption(jsonOption())
    .action(async (file: string, options: AsJson) => {
      const from = readSettings(process.env);
      const to = readTarget(file);
      console.error(`Store: ${databaseNameOf(from.databaseUrl)}`);
      const report = await moveStore(from, to);
      const { tables = null, blobs = null } = report;
      print(options, { tables, blobs }, textOf(report, from, to));
    });
}
