/**
 * Reprocess: makes the derived forms of a set's pictures again from the delivered files, in the sizes of the asset profile in
 * force. The pictures themselves stay the same, so callers see no change meanwhile.
 *
 *   requestReprocess
 *   assetProfileJobs
 */
import { type ResolutionLimits, sizeProblem } from '../../engine/resolutionLimits.ts';
import type { Canvas } from '../../paint/index.ts';
import type { Catalogue, ServedSet } from '../catalogue/catalogue.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import type { Caller } from '../handlers.ts';
import { type Line, write } from '../journal/journal.ts';
import { type FormStores, openPictureForms } from '../pictures/pictureForms.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { conflict } from '../platform/http/errors.ts';
import { enqueue, type JobContext, JobRefused } from '../platform/jobs/jobs.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { Database } from '../schema.ts';

export const REPROCESS = 'reprocess';
type Payload = { disId: string };

/** The job's failure names up to this many pictures. */
const MAX_NAMED = 20;

const lineOf = (disId: string, status: Line['status'], text: string, who: string): Line => ({
  status,
  context: REPROCESS,
  about: 'imageSets',
  message: `${disId}: ${text}`,
  who,
});

/**
 * @returns the id of the job.
 * @throws ApiError 404 for an unknown set, 409 for a set without a profile or with a redirect to a set that does not exist
 */
export async function requestReprocess(
  { database, catalogue }: { database: Database; catalogue: Catalogue },
  disId: string,
  { can, username: who }: Pick<Caller, 'can' | 'username'>,
): Promise<string> {
  const { profile } = await catalogue.seenBy(can).served('embargo', disId);
  if (!profile.exterior && !profile.interior) {
    throw conflict('no-asset-profile', `${disId} has no asset profile: deliver asset-profile.xml or a global one.`);
  }
  return database.transaction(async (trx) => {
    const payload: Payload = { disId };
    const id = await enqueue(trx, {
      name: REPROCESS,
      function: `Reprocess asset profile of ${disId}`,
      subject: disId,
      payload,
      serialKey: `${REPROCESS} ${disId}`,
      createdBy: who,
    });
    await write(trx, lineOf(disId, 'INFO', 'reprocess of its asset profile requested.', who));
    return id;
  });
}

interface PictureSizes {
  readonly picture: SetPicture;
  readonly sizes: Canvas[];
}

/**
 * @returns each picture content once, with the smaller sizes of the profile. Hand-made pictures are never scaled, and stacks
 * are enlarged, not layers.
 */
function picturesToPrepare({ pictures, profile }: ServedSet, limits: ResolutionLimits): PictureSizes[] {
  const found = new Map<string, PictureSizes>();
  for (const viewport of ['exterior', 'interior'] as const) {
    for (const map of Object.values(pictures[viewport])) {
      for (const picture of map) {
        const one = found.get(picture.sha256) ?? { picture, sizes: [] };
        found.set(picture.sha256, one);
        const [angle, , handMade] = picture.path.split('/');
        if (handMade !== undefined) continue;
        const resolutions = profile[viewport]?.resolutions.filter(
          ({ angles }) => angles?.includes(angle ?? '') ?? true,
        );
        const valid = resolutions?.filter((resolution) => sizeProblem(resolution, limits) === undefined) ?? [];
        const own = picture.picture;
        const smaller = valid.filter(({ width, height }) => width < own.width || height < own.height);
        for (const { width, height } of smaller) one.sizes.push({ width, height });
      }
    }
  }
  return [...found.values()];
}

export function assetProfileJobs({
  database,
  catalogue,
  blobs,
  resolutionLimits,
  ...stores
}: FormStores & {
  resolutionLimits: ResolutionLimits;
  database: Database;
  catalogue: Catalogue;
  blobs: Blobs;
}) {
  async function reprocess({ job, payload, signal, progress, complete }: JobContext<Payload>): Promise<void> {
    const { disId } = payload;
    const set = await catalogue.servedIncludingHidden('embargo', disId).catch((error: Error) => {
      if (isTemporary(error)) throw error;
      throw new JobRefused(error.message);
    });
    const pictures = picturesToPrepare(set, resolutionLimits);
    const failed: string[] = [];
    const forms = await openPictureForms(stores, { again: true });
    try {
      let done = 0;
      const prepare = async ({ picture, sizes }: PictureSizes) => {
        signal.throwIfAborted();
        try {
          await forms.readLayer(picture.sha256, await readStoredFile(blobs, picture), sizes);
        } catch (error) {
          if (isTemporary(error)) throw error;
          failed.push(`${picture.path} of ${picture.pack}: ${(error as Error).message}`);
        }
        done += 1;
        progress((done / pictures.length) * 99);
      };
      await eachInTurns(pictures, prepare, { concurrency: forms.concurrency });
      await forms.commit();
    } finally {
      await forms.abort();
    }
    if (failed.length > 0) {
      const text = `${failed.length} of ${pictures.length} pictures could not be reprocessed: ${failed.slice(0, MAX_NAMED).join('; ')}`;
      await database.transaction((trx) => write(trx, lineOf(disId, 'ERROR', text, job.createdBy)));
      throw new JobRefused(`${text}. Deliver their packs again.`);
    }
    await database.transaction(async (trx) => {
      await write(trx, lineOf(disId, 'INFO', `reprocess done: ${pictures.length} pictures.`, job.createdBy));
      await complete(trx);
    });
  }

  return { [REPROCESS]: reprocess };
}
