/**
 * The job that reads a received pack: checks all of it and moves the embargo refs in one transaction with the pack's new
 * state. A pack is taken whole or refused whole, and a job that dies half way is simply run again.
 *
 *   deliveryJobs
 */
import type { Problem } from '../../contract/index.ts';
import { type PackName, parsePackName } from '../../engine/packNames.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { findRef, type RefKind, untilUndisturbed } from '../catalogue/refs.ts';
import type { SnapshotPart, Snapshots } from '../catalogue/snapshots.ts';
import { type Line, write } from '../journal/journal.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import { type JobContext, JobRefused } from '../platform/jobs/jobs.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { apply, type Contribution, plan, problemsOfSets } from './contribute.ts';
import { type FormStores, openPictureForms } from './pictureForms.ts';
import { inOrder, PROBLEMS_LISTED, readPack } from './readPack.ts';
import type { Scan } from './scan.ts';
import { READ_PACK } from './upload.ts';

type Payload = { packId: string };
type PackRow = { id: string; fileName: string; kind: string; sha256: string; uploadedBy: string; state: string };

/** What a message about a pack begins with: it decides which of the two logs shows it. */
const subjectOf = (pack: { kind: string; fileName: string }) =>
  `${pack.kind === 'static' ? 'Static image pack' : 'DynamicImageSet pack'} ${pack.fileName}`;

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
    message: `${subjectOf(pack)} ${text}`,
    who: pack.uploadedBy,
  });

  async function refuse(pack: PackRow, all: readonly Problem[]): Promise<never> {
    const count = all.length;
    const problems = all.slice(0, PROBLEMS_LISTED);
    await database.transaction(async (trx) => {
      await trx
        .updateTable('packs')
        .set({ state: 'refused', problems: JSON.stringify(problems) })
        .where('id', '=', pack.id)
        .execute();
      const more = count > problems.length ? `, of which ${PROBLEMS_LISTED} are listed` : '';
      await write(trx, line(pack, 'ERROR', `refused: ${count} problems${more}.`));
      for (const p of problems) {
        const place = p.line === undefined ? p.entry : `${p.entry}:${p.line}:${p.column ?? 1}`;
        await write(trx, line(pack, 'ERROR', `${place}: ${p.reason}`));
      }
    });
    throw new JobRefused(`Refused: ${count} problems. ${problems[0]?.entry ?? ''}: ${problems[0]?.reason ?? ''}`);
  }

  /** The sets that the upload before this one, of the same name, had a part in. */
  async function hadParts(pack: PackRow, kind: RefKind): Promise<{ kind: RefKind; key: string }[]> {
    const row = await database.read
      .selectFrom('packs')
      .select('disIds')
      .where('fileName', '=', pack.fileName)
      .where('state', '=', 'live')
      .executeTakeFirst();
    const keys = row === undefined ? [] : kind === 'static' ? [pack.fileName] : (JSON.parse(row.disIds) as string[]);
    return keys.map((key) => ({ kind, key }));
  }

  /** What was learnt of its layers by content, as the sets hold it that it had a part in. */
  async function learntBefore(pack: PackRow, kind: RefKind): Promise<Map<string, ManifestPicture>> {
    const learnt = new Map<string, ManifestPicture>();
    for (const { key } of kind === 'dis' ? await hadParts(pack, kind) : []) {
      const ref = await findRef(database.read, 'embargo', 'dis', key);
      for (const part of ref ? (await snapshots.contentOf(ref.snapshotId)).parts : []) {
        if (part.pack !== pack.fileName || part.kind !== 'image') continue;
        for (const { sha256, picture } of (await snapshots.manifestOf(part)).entries) {
          if (picture) learnt.set(sha256, picture);
        }
      }
    }
    return learnt;
  }

  async function goLive(
    context: JobContext<Payload>,
    pack: PackRow,
    contributions: readonly Contribution[],
    kind: RefKind,
  ): Promise<void> {
    const disIds = contributions.filter((c) => c.kind === 'dis').map((c) => c.key);
    await untilUndisturbed(async () => {
      const had = await hadParts(pack, kind);
      const change = await plan({ database, snapshots, blobs, xmlFiles }, pack, had, contributions);
      if (change.problems.length > 0) await refuse(pack, inOrder(change.problems));
      await database.transaction(async (trx) => {
        await apply(trx, snapshots, change, pack.uploadedBy);
        await trx
          .updateTable('packs')
          .set({ state: 'replaced' })
          .where('fileName', '=', pack.fileName)
          .where('state', '=', 'live')
          .execute();
        await trx
          .updateTable('packs')
          .set({ state: 'live', liveAt: Date.now(), disIds: JSON.stringify(disIds), problems: '[]' })
          .where('id', '=', pack.id)
          .execute();
        const sets = disIds.length > 0 ? ` Sets: ${disIds.join(', ')}.` : '';
        await write(trx, line(pack, 'INFO', `is live in Embargo.${sets}`));
        await context.complete(trx);
      });
    }, context.signal);
  }

  async function readReceived(context: JobContext<Payload>): Promise<void> {
    const pack = await database.read
      .selectFrom('packs')
      .select(['id', 'fileName', 'kind', 'sha256', 'uploadedBy', 'state'])
      .where('id', '=', context.payload.packId)
      .executeTakeFirstOrThrow();
    await database.transaction((trx) =>
      trx.updateTable('packs').set({ state: 'reading' }).where('id', '=', pack.id).execute(),
    );
    const kind: RefKind = pack.kind === 'static' ? 'static' : 'dis';
    const before = await learntBefore(pack, kind);
    const reader = await blobs.file(pack.sha256, { whole: true });
    try {
      const found = await scan?.(reader, context.signal);
      if (found !== undefined) {
        await refuse(pack, [{ entry: pack.fileName, reason: `the virus scanner found ${found}` }]);
      }
    } catch (error) {
      await reader.close();
      throw error;
    }
    const forms = await openPictureForms({ derived, prepare, limits }, { before });
    try {
      const reading = await readPack(
        { fileName: pack.fileName, name: parsePackName(pack.fileName) as PackName, sha256: pack.sha256, reader },
        {
          limits,
          signal: context.signal,
          onProgress: (done, all) => context.progress((done / all) * 99),
          forms,
          xmlFiles,
        },
      );
      if (reading.problems.length > 0) {
        const { manifests, problems, unread } = reading;
        const stores = { database, snapshots, blobs, xmlFiles };
        const ofSets = await problemsOfSets(stores, pack.fileName, manifests, unread);
        return await refuse(pack, inOrder([...problems, ...ofSets]));
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

  return { [READ_PACK]: readReceived };
}
