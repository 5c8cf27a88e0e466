/**
 * The job that reads a received pack: it checks all of it, then moves the refs of Embargo in one transaction with the pack's
 * new state. A pack is accepted as a whole or refused as a whole, and a job that dies half way is simply run again.
 *
 *   deliveryJobs
 */
import type { Transaction } from 'kysely';
import { type PackName, parsePackName } from '../../engine/packNames.ts';
import type { Manifest } from '../catalogue/manifest.ts';
import type { RefKind } from '../catalogue/refs.ts';
import type { SnapshotPart } from '../catalogue/snapshots.ts';
import { type FormStores, openPictureForms } from '../pictures/pictureForms.ts';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { type JobContext, type JobDefinition, JobRefused } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import { withSpan } from '../platform/tracing.ts';
import type { Tables } from '../schema.ts';
import type { Contribution } from './contribute.ts';
import type { PackLimits } from './limits.ts';
import { goLive, loadPictureFacts } from './livePack.ts';
import { type PackReading, readPack } from './readPack.ts';
import { PACK_COLUMNS, PackRefused, type PackRow, refusePack } from './refusals.ts';
import type { Scan } from './scan.ts';
import { problemsOfSets, type SetStores } from './setChecks.ts';
import { READ_PACK } from './upload.ts';

type Payload = { packId: string };

export interface DeliveryStores extends SetStores, FormStores {
  limits: PackLimits;
  /** undefined: no scanner is set up */
  scan: Scan | undefined;
}

export function deliveryJobs({ derived, prepare, limits, scan, ...stores }: DeliveryStores) {
  const { database, snapshots, blobs, xmlFiles } = stores;

  /** @throws JobRefused for a pack that was deleted, or is live or refused already */
  async function beginReading(packId: string): Promise<PackRow> {
    const pack = await database.transaction((trx) =>
      trx
        .updateTable('packs')
        .set({ state: 'reading' })
        .where('id', '=', packId)
        .where('state', 'in', ['received', 'reading'])
        .returning(PACK_COLUMNS)
        .executeTakeFirst(),
    );
    if (!pack) throw new JobRefused('The pack no longer exists. Upload it again.');
    return pack;
  }

  /** @throws PackRefused */
  async function scanPack(pack: PackRow, reader: PositionalReader, signal: AbortSignal): Promise<void> {
    const found = await scan?.(reader, signal);
    if (found === undefined) return;
    throw new PackRefused([{ entry: pack.fileName, reason: `the virus scanner found ${found}` }], 0);
  }

  /** @throws PackRefused with the problems of the files and those of the sets that they would change */
  async function refuseProblems(
    { fileName }: PackRow,
    { manifests, problems, unlisted, refusedMeta }: PackReading,
  ): Promise<void> {
    if (problems.length === 0) return;
    const ofSets = await problemsOfSets(stores, fileName, manifests, refusedMeta);
    throw new PackRefused([...problems, ...ofSets.problems], unlisted + ofSets.unlisted);
  }

  async function storeManifests(
    { fileName }: PackRow,
    kind: RefKind,
    manifests: readonly Manifest[],
  ): Promise<Contribution[]> {
    const contributions = new Map<string, Contribution & { parts: SnapshotPart[] }>();
    for (const manifest of manifests) {
      const key = manifest.disId ?? fileName;
      const contribution = contributions.get(key) ?? { kind, key, parts: [] };
      contribution.parts.push(await snapshots.putManifest(manifest));
      contributions.set(key, contribution);
    }
    return [...contributions.values()];
  }

  async function run(context: JobContext<Payload>): Promise<void> {
    const { signal } = context;
    const pack = await beginReading(context.payload.packId);
    const { fileName, sha256 } = pack;
    const kind: RefKind = pack.kind === 'static' ? 'static' : 'dis';
    const reader = await blobs.file(sha256, { whole: true });
    try {
      if (scan) await withSpan('scan the pack', {}, () => scanPack(pack, reader, signal));
      const pictureFacts = await loadPictureFacts(stores, fileName, kind);
      const forms = await openPictureForms({ derived, prepare, limits }, { pictureFacts });
      try {
        const reading = await readPack(
          { fileName, name: parsePackName(fileName) as PackName, sha256, reader },
          {
            limits,
            signal,
            onProgress: (done, all) => context.progress((done / all) * 99),
            forms,
            threads: prepare,
            xmlFiles,
          },
        );
        await refuseProblems(pack, reading);
        await withSpan('store the pictures', {}, () => forms.commit());
        const contributions = await storeManifests(pack, kind, reading.manifests);
        await withSpan('go live', {}, () => goLive(stores, { pack, kind, contributions }, context));
      } finally {
        await forms.abort();
      }
    } finally {
      await reader.close();
    }
  }

  async function fail(trx: Transaction<Tables>, job: Job, reason: string, error: unknown): Promise<void> {
    const { packId } = JSON.parse(job.payload) as Payload;
    await refusePack(trx, { packId, subject: job.subject }, reason, error);
  }

  return { [READ_PACK]: { run, failed: fail } satisfies JobDefinition };
}
