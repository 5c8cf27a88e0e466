/**
 * What servers and workers share: the open stores, and the domains that both need.
 *
 *   Context
 *   openContext    opens database and blobs and wires those domains
 */
import { watchClock } from './administration/clockWatch.ts';
import { type AreaRefStore, openAreaRefs } from './catalogue/areaRefs.ts';
import { type Catalogue, openCatalogue } from './catalogue/catalogue.ts';
import { type DerivedForms, openDerivedForms } from './catalogue/derivedForms.ts';
import { type ImageSets, openImageSets } from './catalogue/imageSets.ts';
import { openSnapshots, type Snapshots } from './catalogue/snapshots.ts';
import type { Settings } from './config.ts';
import { type GlobalConfigStore, openGlobalConfigs } from './globalConfigs/globalConfigs.ts';
import { openPreparer, type Preparer } from './pictures/prepare.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { countFailures } from './platform/blobs/failures.ts';
import { skewSentence } from './platform/database/clock.ts';
import type { DatabaseReport } from './platform/database/failures.ts';
import { type Log, openFailureLog, openLog } from './platform/log.ts';
import { openQuality } from './quality/quality.ts';
import type { Database } from './schema.ts';
import { openBlobStore, openStore } from './store.ts';
import { openThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts';
import { openXmlFiles, type XmlFiles } from './xmlFiles/xmlFiles.ts';

/** of the memory for content; the rest is for static pictures */
const SETS_SHARE = 0.6;

export interface Context {
  readonly settings: Settings;
  /** of the process */
  readonly log: Log;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly snapshots: Snapshots;
  readonly derived: DerivedForms;
  readonly areaRefs: AreaRefStore;
  readonly imageSets: ImageSets;
  readonly globalConfigs: GlobalConfigStore;
  readonly catalogue: Catalogue;
  readonly quality: ReturnType<typeof openQuality>;
  readonly thumbnails: Thumbnails;
  readonly prepare: Preparer;
  readonly xmlFiles: XmlFiles;
  /** failed calls of the blob store */
  blobFailures(): number;
  close(): Promise<void>;
}

/** @param isOpen before the database is open, its outage is the error of opening it, and not logged */
const reportTo = (log: Log, isOpen: () => boolean): DatabaseReport => ({
  away: (error) => isOpen() && log.error({ err: error.cause }, error.message),
  back: (milliseconds) => log.warn(`The database answers again after ${Math.round(milliseconds / 1000)} s`),
  lost: (error) => log.info({ err: error }, 'A connection to the database was lost'),
  skewed: (milliseconds) => log.warn(skewSentence(milliseconds) ?? 'The clock of this machine is right again'),
});

/**
 * @param upgrade the store gets the tables of this version; a worker leaves that to the servers
 * @throws NotUsable, or the database's own error where the cause is unknown
 */
export async function openContext(settings: Settings, { upgrade }: { upgrade: boolean }): Promise<Context> {
  const log = openLog(settings.logLevel);
  let isOpen = false;
  const database = await openStore(settings, {
    exclusive: true,
    ...(upgrade && { upgrade: 'create or migrate' }),
    report: reportTo(log, () => isOpen),
  });
  isOpen = true;
  const { blobs, failures } = countFailures(
    await openBlobStore(settings.blobs).catch(async (error: unknown) => {
      await database.close();
      throw error;
    }),
  );
  const endClockWatch = await watchClock(database, settings.graceDays, openFailureLog(log, 'Looking at the clock'));
  const snapshots = openSnapshots(database, blobs);
  const imageSets = openImageSets(snapshots, { bytes: settings.contentMemoryBytes * SETS_SHARE });
  const xmlFiles = openXmlFiles({ limits: settings.resolutionLimits });
  const globalConfigs = openGlobalConfigs(database, xmlFiles);
  const areaRefs = openAreaRefs(database);
  const catalogue = openCatalogue({ database, areaRefs, imageSets, globalConfigs });
  const prepare = openPreparer();
  const derived = openDerivedForms({
    database,
    blobs,
    storeFailures: openFailureLog(log, 'Storing what is made of a picture'),
  });
  return {
    settings,
    log,
    database,
    blobs,
    snapshots,
    derived,
    areaRefs,
    imageSets,
    globalConfigs,
    catalogue,
    quality: openQuality({ database, catalogue, snapshots, imageSets, blobs, xmlFiles }),
    thumbnails: openThumbnails({ database, catalogue, blobs, derived, prepare, limits: settings.resolutionLimits }),
    prepare,
    xmlFiles,
    blobFailures: failures,
    async close() {
      await endClockWatch();
      await prepare.close();
      await snapshots.close();
      await xmlFiles.close();
      await blobs.close();
      await database.close();
    },
  };
}
