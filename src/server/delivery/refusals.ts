/**
 * Packs that do not go live: the reasons, and what their row and the log say.
 *
 *   PackRow, PACK_COLUMNS
 *   PackRefused, PackOutdated
 *   packLogLine, packData    what is written to the log and to events
 *   refusePack      when the job has failed
 */
import type { Transaction } from 'kysely';
import type { Problem } from '../../contract/index.ts';
import { type Line, write } from '../journal/journal.ts';
import { JobRefused } from '../platform/jobs/jobs.ts';
import type { Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import { PROBLEMS_LISTED } from '../xmlFiles/formats.ts';
import { packLine } from './packLine.ts';
import { sortProblems } from './problems.ts';

export type PackRow = {
  number: number;
  id: string;
  fileName: string;
  kind: string;
  sha256: string;
  uploadedBy: string;
  jobId: string | null;
};
export const PACK_COLUMNS = ['number', 'id', 'fileName', 'kind', 'sha256', 'uploadedBy', 'jobId'] as const;

/** What is wrong with a pack: up to `PROBLEMS_LISTED` of `count` problems. */
export class PackRefused extends JobRefused {
  readonly problems: readonly Problem[];
  readonly count: number;
  /** @param unlisted number of problems that are not in `found` */
  constructor(found: readonly Problem[], unlisted: number) {
    const problems = sortProblems(found);
    const count = found.length + unlisted;
    super(`Refused: ${count} problems. ${problems[0]?.entry ?? ''}: ${problems[0]?.reason ?? ''}`);
    this.problems = problems.slice(0, PROBLEMS_LISTED);
    this.count = count;
  }
}

/** A later upload of the same name is live, or was. */
export class PackOutdated extends JobRefused {
  constructor(fileName: string) {
    super(`${fileName} was uploaded again, and the later upload is live.`);
  }
}

/** @param text what happened, to follow the name of the pack */
export const packLogLine = (pack: PackRow, status: Line['status'], text: string): Line => ({
  status,
  context: 'delivery',
  ...packLine(pack, text),
  who: pack.uploadedBy,
});

export const packData = ({ fileName, kind, sha256, uploadedBy, jobId }: PackRow) => ({
  fileName,
  kind,
  sha256,
  uploadedBy,
  jobId,
});

const TRY_AGAIN = 'The pack itself may be fine: run its job again in the batch summary, or upload it again.';

/**
 * Ends the pack together with its job, so that one is never seen without the other.
 * @param job its payload's `packId` names the pack; its `subject` is the file name
 */
export async function refusePack(
  trx: Transaction<Tables>,
  job: { packId: string; subject: string | null },
  reason: string,
  error: unknown,
): Promise<void> {
  const outdated = error instanceof PackOutdated;
  const refused = error instanceof PackRefused ? error : undefined;
  const problems = refused?.problems ?? [
    { entry: job.subject ?? '', reason: `could not be read. ${reason} ${TRY_AGAIN}` },
  ];
  const pack = await trx
    .updateTable('packs')
    .set({ state: outdated ? 'replaced' : 'refused', problems: JSON.stringify(problems) })
    .where('id', '=', job.packId)
    .where('state', 'in', ['received', 'reading'])
    .returning(PACK_COLUMNS)
    .executeTakeFirst();
  if (!pack) return;
  if (outdated) return write(trx, packLogLine(pack, 'WARN', `is not accepted: ${reason}`));
  const count = refused?.count ?? problems.length;
  const data = { ...packData(pack), problemCount: count };
  await publish(trx, { type: 'pack.refused', about: pack.fileName, data, owner: pack.uploadedBy });
  const more = count > problems.length ? `, of which ${PROBLEMS_LISTED} are listed` : '';
  await write(trx, packLogLine(pack, 'ERROR', `refused: ${count} problems${more}.`));
  for (const p of problems) {
    const where = p.line === undefined ? p.entry : `${p.entry}:${p.line}:${p.column ?? 1}`;
    await write(trx, packLogLine(pack, 'ERROR', `${where}: ${p.reason}`));
  }
}
