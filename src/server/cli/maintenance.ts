/**
 * The commands that look after a store: migrate, backup, restore, scrub, gc.
 *
 *   addMaintenanceCommands
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backup } from '../administration/backup.ts';
import { appVersion } from '../administration/buildInfo.ts';
import { checkClock } from '../administration/clockWatch.ts';
import { restore } from '../administration/restore.ts';
import { scrub } from '../administration/scrub.ts';
import { collectGarbage } from '../catalogue/garbage.ts';
import { readSettings } from '../config.ts';
import { isOutdated } from '../pictures/prepare.ts';
import { databaseNameOf } from '../platform/database/notUsable.ts';
import { openFolder } from '../platform/disk.ts';
import { EXIT } from '../start.ts';
import { type AsJson, jsonOption, print } from './output.ts';
import { withBlobs, withDatabase, withStores } from './stores.ts';

const DAY_MS = 24 * 3600 * 1000;

export function addMaintenanceCommands(program: Command): void {
  program
    .command('migrate')
    .description('give the store of an earlier version the tables of this one; no older server may be running')
    .addOption(jsonOption())
    .action((options: AsJson) =>
      withDatabase(
        async () => {
          const store = databaseNameOf(readSettings(process.env).databaseUrl);
          print(options, { store, version: appVersion }, ['The store has the tables of this version.']);
        },
        { upgrade: 'migrate' },
      ),
    );
  program
    .command('backup <folder>')
    .description(
      'copy the whole store into a folder, while the server runs; into the same folder again only what is new',
    )
    .option('--database-only', 'leaves the blobs out, where the bucket that has them keeps what was deleted')
    .addOption(jsonOption())
    .action((folder: string, { databaseOnly = false, ...options }: AsJson & { databaseOnly?: boolean }) =>
      withStores(async ({ settings: { databaseUrl }, blobs }) => {
        const { rows, copied, present } = await backup({ databaseUrl, blobs }, folder, { databaseOnly });
        const document = { folder: resolve(folder), rows, copied, present, databaseOnly };
        print(options, document, [
          `${rows} rows; ${databaseOnly ? 'no blobs' : `${copied} blobs copied, ${present} there already`}`,
        ]);
      }),
    );
  program
    .command('restore <folder>')
    .description('make a store from a backup; the server must not be running')
    .addOption(jsonOption())
    .action(async (folder: string, options: AsJson) => {
      const settings = readSettings(process.env);
      await openFolder(settings.data, { setting: 'LACQUER_DATA', own: false });
      return withBlobs(settings, async (blobs) => {
        const { databaseUrl } = settings;
        const { rows, copied, present } = await restore({ databaseUrl, blobs }, folder);
        print(options, { store: databaseNameOf(databaseUrl), rows, copied, present }, [
          `${rows} rows and ${copied} blobs restored`,
        ]);
      });
    });
  program
    .command('scrub')
    .description('read every blob against its hash; exit code 1 when one is damaged or missing')
    .addOption(jsonOption())
    .action((options: AsJson) =>
      withStores(async (store) => {
        const { blobs, damaged, missing } = await scrub(store);
        print(options, { blobs, damaged, missing }, [
          ...damaged.map((sha256) => `damaged ${sha256}`),
          ...missing.map((sha256) => `missing ${sha256}`),
          `${blobs} blobs read, ${damaged.length} damaged, ${missing.length} missing`,
        ]);
        if (damaged.length + missing.length > 0) process.exitCode = EXIT.failed;
      }),
    );
  program
    .command('gc')
    .description('delete what no area and no kept history needs, after the grace time (LACQUER_GRACE_DAYS)')
    .option('--dry-run', 'only say what would go')
    .addOption(jsonOption())
    .action(({ dryRun = false, ...options }: AsJson & { dryRun?: boolean }) =>
      withStores(async ({ settings: { graceDays, historyDays }, ...store }) => {
        const clock = await checkClock(store.database, graceDays);
        const steadyFrom = clock.steadySince + graceDays * DAY_MS;
        const [since, until] = [clock.steadySince, steadyFrom].map((time) => new Date(time).toISOString());
        const waits = steadyFrom > clock.now;
        const report = await collectGarbage({
          ...store,
          ...clock,
          graceDays,
          historyDays,
          isOutdated,
          dryRun,
        });
        const uploads = dryRun ? undefined : await store.blobs.sweep();
        print(options, { dryRun, waitsUntil: waits ? until : null, ...report, unfinishedUploads: uploads ?? 0 }, [
          ...(waits
            ? [`The clock of the store has been watched since ${since}. Nothing is deleted before ${until}.`]
            : []),
          ...Object.entries(report).map(([what, count]) => `${what}: ${count}`),
          ...(uploads === undefined ? [] : [`unfinished uploads: ${uploads}`]),
        ]);
      }),
    );
}
