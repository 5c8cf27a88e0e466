/** Uploading packs and listing them. */
import type { FastifyRequest } from 'fastify';
import type { deliveryRoutes } from '../../contract/delivery.ts';
import type { Pack, Problem } from '../../contract/index.ts';
import { sightOf, WITHHELD } from '../access/sight.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../platform/database/database.ts';
import { fileOf } from '../platform/http/multipart.ts';
import type { Serves } from '../serves.ts';
import type { Room } from './room.ts';
import { receivePack } from './upload.ts';

export function deliveryHandlers({
  database,
  blobs,
  room,
  stillMay,
}: {
  database: Database;
  blobs: Blobs;
  room: Room;
  /** asked when a pack has come whole, before it is taken */
  stillMay: (request: FastifyRequest) => Promise<void>;
}): Serves<typeof deliveryRoutes> {
  return {
    uploadPack: async ({ request, caller }) => {
      const gone = new AbortController();
      request.raw.once('aborted', () => gone.abort(new Error('the connection broke off')));
      const { fileName, stream, truncated, failure } = await fileOf(request, 'the pack');
      const received = await receivePack(
        { database, blobs, room },
        {
          fileName,
          // Of the whole body: a few hundred bytes more than the pack.
          size: Number(request.headers['content-length'] ?? 0),
          stream,
          truncated,
          stillMay: () => stillMay(request),
        },
        caller,
        gone.signal,
      ).catch((error: unknown) => {
        throw failure(error);
      });
      return { message: `${received.fileName} was received and is being read.`, ...received };
    },

    packs: async ({ query, caller }) => {
      const [rows, jobs] = await Promise.all([
        database.background.selectFrom('packs').selectAll().where('state', '!=', 'replaced').orderBy('id').execute(),
        database.read.selectFrom('jobs').select(['id', 'progress']).where('state', '=', 'STARTED').execute(),
      ]);
      const progress = new Map(jobs.map((job) => [job.id, job.progress]));
      // The last upload of a name is what counts for its sender, even when the one before is still live.
      const latest = new Map(rows.map((row) => [row.fileName, row]));
      const sees = await sightOf(database, caller, [], [...latest.values()]);
      const packs = [...latest.values()].map((row): Pack => {
        const problems = JSON.parse(row.problems) as Problem[];
        const percent = row.state === 'reading' ? progress.get(row.jobId ?? '') : undefined;
        return {
          fileName: row.fileName,
          kind: row.kind,
          type: row.type,
          disIds: JSON.parse(row.disIds) as string[],
          size: row.size,
          sha256: row.sha256,
          state: row.state === 'replaced' ? 'live' : row.state,
          uploadedBy: row.uploadedBy,
          lastModifiedDate: new Date(row.uploadedAt).toISOString(),
          problems: sees(row) ? problems : [],
          problemCount: problems.length,
          ...(problems.length > 0 && !sees(row) && { withheld: WITHHELD }),
          ...(typeof percent === 'number' && { progress: percent }),
        };
      });
      return packs
        .filter((pack) => query.disId === undefined || pack.disIds.includes(query.disId))
        .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
    },
  };
}
