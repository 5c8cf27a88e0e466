/**
 * The commands that look after a store: migrate, backup, restore, scrub, gc.
 *
 *   addMaintenanceCommands
 */
import type { Command } from 'commander';
import { backup } from '../administration/backup.ts';
import { checkClock } from '../administration/clockWatch.ts';
import { restore } from '../administration/restore.ts';
import { scrub } from '../administration/scrub.ts';
import { collectGarbage } from '../catalogue/garbage.ts';
import { readSettings } from '../config.ts';
import { isOutdated } from '../pictures/prepare.ts';
import { openFolder } from '../platform/disk.ts';
import { EXIT } from '../start.ts';
import { withBlobs, withDatabase, withStores } from './stores.ts';

const DAY_MS = 24 * 3600 * 1000;

export function addMaintenanceCommands(program: Command): void {
  program
    .command('migrate')
    .description('give the store of an earlier version the tables of this one; no older server may run beside')
    .action(() =>
      withDatabase(async () => console.log('The store has the tables of this version.'), { upgrade: 'migrate' }),
    );
  program
    .command('backup <folder>')
    .description(
      'copy the whole store into a folder, while the server runs; into the same folder again only what is new',
    )
    .option('--database-only', 'leaves the blobs out, where the bucket that has them keeps what was deleted')
    .action((folder: string, { databaseOnly = false }: { databaseOnly?: boolean }) =>
      withStores(async ({ settings: { databaseUrl }, blobs }) => {
        const { rows, copied, present } = await backup({ databaseUrl, blobs }, folder, { databaseOnly });
        console.log(`${rows} rows; ${databaseOnly ? 'no blobs' : `${copied} blobs copied, ${present} there already`}`);
      }),
    );
  program
    .command('restore <folder>')
    .description('make a store from a backup; the server must not run')
    .action(async (folder: string) => {
      const settings = readSettings(process.env);
      await openFolder(settings.data, { setting: 'LACQUER_DATA', own: false });
      return withBlobs(settings, async (blobs) => {
        const { rows, copied } = await restore({ databaseUrl: settings.databaseUrl, blobs }, folder);
        console.log(`${rows} rows and ${copied} blobs restored`);
      });
    });
  program
    .command('scrub')
    .description('read every blob against its hash; exit code 1 when one is damaged or missing')
    .action(() =>
      withStores(async (store) => {
        const { blobs, damaged, missing } = await scrub(store);
        for (const sha256 of damaged) console.log(`damaged ${sha256}`);
        for (const sha256 of missing) console.log(`missing ${sha256}`);
        console.log(`${blobs} blobs read, ${damaged.length} damaged, ${missing.length} missing`);
        if (damaged.length + missing.length > 0) process.exitCode = EXIT.failed;
      }),
    );
  program
    .command('gc')
    .description('delete what no area and no kept history needs, after the time of grace (LACQUER_GRACE_DAYS)')
    .option('--dry-run', 'only say what would go')
    .action((options: { dryRun?: true }) =>
      withStores(async ({ settings: { graceDays, historyDays }, ...store }) => {
        const clock = await checkClock(store.database, graceDays);
        const steadyFrom = clock.steadySince + graceDays * DAY_MS;
        if (steadyFrom > clock.now) {
          const [since, until] = [clock.steadySince, steadyFrom].map((time) => new Date(time).toISOString());
          console.log(`The clock of the store has been watched since ${since}. Nothing is deleted before ${until}.`);
        }
        const report = await collectGarbage({
          ...store,
          ...clock,
          graceDays,
          historyDays,
          isOutdated,
          dryRun: options.dryRun ?? false,
        });
        for (const [what, count] of Object.entries(report)) console.log(`${what}: ${count}`);
        if (!options.dryRun) console.log(`unfinished uploads: ${await store.blobs.sweep()}`);
      }),
    );
}
