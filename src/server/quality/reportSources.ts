/**
 * What quality reports are made from. The content hash of a report covers everything that it depends on, so a report whose
 * hash is current is never made again.
 *
 *   QualityStores
 *   ReportSource, openReportSources
 */
import { createHash } from 'node:crypto';
import type { Area } from '../../contract/index.ts';
import type { QualityReport } from '../../engine/quality/findings.ts';
import type { UploadKey } from '../access/packVisibility.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { ContentDamaged } from '../catalogue/damaged.ts';
import type { ImageSets } from '../catalogue/imageSets.ts';
import { compositionKey } from '../catalogue/servedSets.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { withLines } from './lines.ts';
import { type ReportTask, taskOf } from './reportTask.ts';

/** Raise this when the same content would get a different report. */
const REPORT_VERSION = 6;

export interface QualityStores {
  database: Database;
  catalogue: Catalogue;
  snapshots: Snapshots;
  imageSets: ImageSets;
  blobs: Blobs;
  xmlFiles: XmlFiles;
}

/** Computed without loading the set. */
export interface ReportSource {
  readonly contentHash: string;
  /** @throws ApiError 404, 409 */
  task(): Promise<ReportTask>;
  /** Adds lines to the findings. If a file cannot be read at the moment, only its lines are missing. */
  withLines(report: QualityReport): Promise<QualityReport>;
  /** the packs that the set's content came with */
  packs(): Promise<UploadKey[]>;
}

export function openReportSources({
  catalogue,
  snapshots,
  imageSets,
  blobs,
  xmlFiles,
}: Omit<QualityStores, 'database'>): (area: Area, disId: string) => Promise<ReportSource> {
  async function packsOf(snapshotIds: Iterable<string>): Promise<UploadKey[]> {
    const contents = await Promise.all([...snapshotIds].map(snapshots.contentOf));
    const parts = contents.flatMap((content) => content.parts);
    const manifests = await Promise.all(parts.map(snapshots.manifestOf));
    return manifests.map(({ pack, packSha256 }) => ({ fileName: pack, sha256: packSha256 }));
  }

  /** @throws ApiError 404, 409 */
  return async (area, disId) => {
    const [composition, mapping] = await Promise.all([catalogue.compositionOf(area, disId), catalogue.mapping(area)]);
    const { snapshots: snapshotIds, targets } = composition;
    const declared = await imageSets.versions(snapshotIds.get(disId) ?? '');
    const elsewhere = declared.flatMap(({ id }) => {
      const owner = mapping.get(id)?.disId;
      return owner === undefined || owner === disId ? [] : [{ version: id, disId: owner }];
    });
    const hashed = JSON.stringify([REPORT_VERSION, compositionKey(composition), elsewhere]);
    return {
      contentHash: createHash('sha256').update(hashed).digest('hex'),
      task: async () => taskOf(await catalogue.servedIncludingHidden(area, disId), elsewhere),
      withLines: (report) =>
        withLines({ snapshots, blobs, xmlFiles }, targets, (id) => snapshotIds.get(id), report).catch(
          (error: unknown) => {
            if (!(error instanceof ContentDamaged)) throw error;
            // Findings stand without their lines; the page of the set names the damaged pack.
            return report;
          },
        ),
      packs: () => packsOf(snapshotIds.values()),
    };
  };
}
