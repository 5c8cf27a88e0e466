/**
 * The job that reads a received pack: checks all of it and moves the embargo refs in one transaction with the pack's new
 * state. A pack is taken whole or refused whole, and a job that dies half way is simply run again.
 *
 *   deliveryJobs
 */

import type { Transaction } from 'kysely';
import type { Problem } from '../../contract/index.ts';
import { type PackName, parsePackName } from '../../engine/packNames.ts';
import { ContentDamaged } from '../catalogue/damaged.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { findRef, type RefKind, RefMoved, untilUndisturbed } from '../catalogue/refs.ts';
import type { SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import { type Line, write } from '../journal/journal.ts';
import { type FormStores, openPictureForms } from '../pictures/pictureForms.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { type JobContext, type JobDefinition, JobRefused, lockKey } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { Database, Tables } from '../schema.ts';
import { PROBLEMS_LISTED } from '../xmlFiles/formats.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { apply, type Contribution, plan, problemsOfSets } from './contribute.ts';
import type { PackLimits } from './limits.ts';
import { packLine } from './packLine.ts';
import { sortProblems } from './problems.ts';
import { readPack } from './readPack.ts';
import type { Scan } from './scan.ts';
import { packKey, READ_PACK } from './upload.ts';

type Payload = { packId: string };
type PackRow = { number: number; id: string; fileName: string; kind: string; sha256: string; uploadedBy: string };
const PACK_COLUMNS = ['number', 'id', 'fileName', 'kind', 'sha256', 'uploadedBy'] as const;

/** What is wrong with a pack: up to `PROBLEMS_LISTED` of `count` problems. */
class PackRefused extends JobRefused {
  readonly problems: readonly Problem[];
  readonly count: number;
  /** @param unlisted problems that are not among `found` */
  constructor(found: readonly Problem[], unlisted: number) {
    const problems = sortProblems(found);
    const count = found.length + unlisted;
    super(`Refused: ${count} problems. ${problems[0]?.entry ?? ''}: ${problems[0]?.reason ?? ''}`);
    this.problems = problems.slice(0, PROBLEMS_LISTED);
    this.count = count;
  }
}
/** A pack of the same name that was sent later is live already, or was. */
class PackOutdated extends JobRefused {
  constructor(fileName: string) {
    super(`${fileName} was sent again, and the later one is live.`);
  }
}

export function deliveryJobs({
  database,
  blobs,
  snapshots,
  derived,
  prepare,
  limits,
  scan,
  xmlFiles,
}: FormStores & {
  limits: PackLimits;
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
  /** undefined: no scanner is set up */
  scan: Scan | undefined;
  xmlFiles: XmlFiles;
}) {
  const line = (pack: PackRow, status: Line['status'], text: string): Line => ({
    status,
    context: 'delivery',
    ...packLine(pack, text),
    who: pack.uploadedBy,
  });

  /** The upload before this one, of the same name, that embargo shows; and the sets that it had a part in. */
  async function liveBefore(pack: PackRow, kind: RefKind) {
    const row = await database.read
      .selectFrom('packs')
      .select(['id', 'disIds'])
      .where('fileName', '=', pack.fileName)
      .where('state', '=', 'live')
      .executeTakeFirst();
    const keys = row === undefined ? [] : kind === 'static' ? [pack.fileName] : (JSON.parse(row.disIds) as string[]);
    return { id: row?.id, keys: keys.map((key) => ({ kind, key })) };
  }

  /** Facts about its layers by content hash, from the sets that it contributed to before. */
  async function pictureFactsBefore(pack: PackRow, kind: RefKind): Promise<Map<string, ManifestPicture>> {
    const facts = new Map<string, ManifestPicture>();
    for (const { key } of kind === 'dis' ? (await liveBefore(pack, kind)).keys : []) {
      const ref = await findRef(database.read, 'embargo', 'dis', key);
      for (const part of ref ? (await snapshots.contentOf(ref.snapshotId)).parts : []) {
        if (part.pack !== pack.fileName || part.kind !== 'image') continue;
        const manifest = await snapshots.manifestOf(part).catch((error: unknown) => {
          // It is delivered again because it is damaged, perhaps: then there is nothing to learn from it.
          if (!(error instanceof ContentDamaged)) throw error;
        });
        for (const { sha256, picture } of manifest?.entries ?? []) if (picture) facts.set(sha256, picture);
      }
    }
    return facts;
  }

  /**
   * Takes the place of the upload before it in the list of packs.
   * @throws PackOutdated, RefMoved when another upload of the name went live since `before` was read
   */
  async function replaceLive(trx: Transaction<Tables>, pack: PackRow, before: string | undefined, disIds: string[]) {
    // Nobody sends, deletes or brings to life a pack of this name meanwhile.
    await lockKey(trx, packKey(pack.fileName));
    const rows = await trx
      .selectFrom('packs')
      .select(['number', 'id', 'state'])
      .where('fileName', '=', pack.fileName)
      .where('liveAt', 'is not', null)
      .execute();
    if (rows.some(({ number }) => number > pack.number)) throw new PackOutdated(pack.fileName);
    if (rows.find(({ state }) => state === 'live')?.id !== before) {
      throw new RefMoved(`another upload of ${pack.fileName} went live meanwhile`);
    }
    if (before !== undefined)
      await trx.updateTable('packs').set({ state: 'replaced' }).where('id', '=', before).execute();
    const { numUpdatedRows } = await trx
      .updateTable('packs')
      .set({ state: 'live', liveAt: databaseNow(trx), disIds: JSON.stringify(disIds), problems: '[]' })
      .where('id', '=', pack.id)
      .where('state', '=', 'reading')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new JobRefused(`${pack.fileName} was deleted meanwhile.`);
  }

  async function goLive(
    context: JobContext<Payload>,
    pack: PackRow,
    contributions: readonly Contribution[],
    kind: RefKind,
  ): Promise<void> {
    const disIds = contributions.filter((c) => c.kind === 'dis').map((c) => c.key);
    await untilUndisturbed(async () => {
      const before = await liveBefore(pack, kind);
      const change = await plan({ database, snapshots, blobs, xmlFiles }, pack, before.keys, contributions);
      if (change.problems.length > 0) throw new PackRefused(change.problems, change.unlisted);
      await database.transaction(async (trx) => {
        await replaceLive(trx, pack, before.id, disIds);
        await apply(trx, snapshots, change, pack.uploadedBy);
        const sets = disIds.length > 0 ? ` Sets: ${disIds.join(', ')}.` : '';
        await write(trx, line(pack, 'INFO', `is live in Embargo.${sets}`));
        await context.complete(trx);
      });
    }, context.signal);
  }

  /** @throws JobRefused for a pack that was deleted since, or is live or refused for good already */
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
    if (!pack) throw new JobRefused('The pack is not there any more. Send it again.');
    return pack;
  }

  /** The job and its pack end together: whoever looks at one of them sees the other as it is. */
  async function end(trx: Transaction<Tables>, job: Job, reason: string, error: unknown): Promise<void> {
    const outdated = error instanceof PackOutdated;
    const refused = error instanceof PackRefused ? error : undefined;
    const { packId } = JSON.parse(job.payload) as Payload;
    const waiting = trx.updateTable('packs').where('id', '=', packId).where('state', 'in', ['received', 'reading']);
    const again = 'Nothing is known to be wrong with it: run its job again in the batch summary, or send it again.';
    const problems = (fileName: string) =>
      refused?.problems ?? [{ entry: fileName, reason: `could not be read. ${reason} ${again}` }];
    const pack = await waiting
      .set({ state: outdated ? 'replaced' : 'refused', problems: JSON.stringify(problems(job.subject ?? '')) })
      .returning(PACK_COLUMNS)
      .executeTakeFirst();
    if (!pack) return;
    if (outdated) return write(trx, line(pack, 'WARN', `is not taken: ${reason}`));
    const listed = problems(pack.fileName);
    const count = refused?.count ?? listed.length;
    const more = count > listed.length ? `, of which ${PROBLEMS_LISTED} are listed` : '';
    await write(trx, line(pack, 'ERROR', `refused: ${count} problems${more}.`));
    for (const p of listed) {
      const place = p.line === undefined ? p.entry : `${p.entry}:${p.line}:${p.column ?? 1}`;
      await write(trx, line(pack, 'ERROR', `${place}: ${p.reason}`));
    }
  }

  async function readReceived(context: JobContext<Payload>): Promise<void> {
    const pack = await beginReading(context.payload.packId);
    const kind: RefKind = pack.kind === 'static' ? 'static' : 'dis';
    const pictureFacts = await pictureFactsBefore(pack, kind);
    const reader = await blobs.file(pack.sha256, { whole: true });
    try {
      const found = await scan?.(reader, context.signal);
      if (found !== undefined) {
        throw new PackRefused([{ entry: pack.fileName, reason: `the virus scanner found ${found}` }], 0);
      }
    } catch (error) {
      await reader.close();
      throw error;
    }
    const forms = await openPictureForms({ derived, prepare, limits }, { pictureFacts });
    try {
      const reading = await readPack(
        { fileName: pack.fileName, name: parsePackName(pack.fileName) as PackName, sha256: pack.sha256, reader },
        {
          limits,
          signal: context.signal,
          onProgress: (done, all) => context.progress((done / all) * 99),
          forms,
          threads: prepare,
          xmlFiles,
        },
      );
      if (reading.problems.length > 0) {
        const { manifests, problems, unlisted, refusedMeta } = reading;
        const stores = { database, snapshots, blobs, xmlFiles };
        const ofSets = await problemsOfSets(stores, pack.fileName, manifests, refusedMeta);
        throw new PackRefused([...problems, ...ofSets.problems], unlisted + ofSets.unlisted);
      }
      await forms.commit();
      const parts = new Map<string, Contribution & { parts: SnapshotPart[] }>();
      for (const manifest of reading.manifests) {
        const key = manifest.disId ?? pack.fileName;
        const contribution = parts.get(key) ?? { kind, key, parts: [] };
        contribution.parts.push(await snapshots.putManifest(manifest));
        parts.set(key, contribution);
      }
      await goLive(context, pack, [...parts.values()], kind);
    } finally {
      await forms.abort();
      await reader.close();
    }
  }

  return { [READ_PACK]: { run: readReceived, failed: end } satisfies JobDefinition };
}
