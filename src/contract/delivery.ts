/** Delivery packs: uploads and their state. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area, Instant, Problem, Withheld } from './words.ts';

/** `live`: an area shows what it delivered; `unused`: no area does any more, and it can be deleted */
export const PackState = z.enum(['received', 'reading', 'live', 'refused', 'unused']);

export const Pack = z.object({
  fileName: z.string(),
  kind: z.enum(['meta', 'image', 'static', 'oneLayer']),
  /** kind with viewport and driver type, as file names write it: `image-ext-lhd` */
  type: z.string(),
  disIds: z.array(z.string()),
  size: z.number().int(),
  sha256: z.string(),
  state: PackState,
  /** the areas that show what it delivered */
  areas: z.array(Area),
  /** percent, while it is being read */
  progress: z.number().int().optional(),
  /** why reading waits, such as a full disk or an unreachable store; it continues by itself */
  waitsFor: z.string().optional(),
  uploadedBy: z.string(),
  lastModifiedDate: Instant,
  problems: z.array(Problem),
  /** includes problems that are not listed */
  problemCount: z.number().int(),
  withheld: Withheld,
});
export type Pack = z.infer<typeof Pack>;

export const deliveryRoutes = {
  uploadPack: route({
    method: 'POST',
    path: '/api/v2/admin/files',
    summary: 'Upload one delivery pack (multipart field `file`); answers when it is durable. A job then reads it',
    permission: 'upload',
    scopes: ['deliver'],
    embargo: 'names',
    changes: true,
    startsJob: true,
    upload: 'multipart',
    answer: z.object({
      message: z.string(),
      fileName: z.string(),
      sha256: z.string(),
      size: z.number().int(),
      jobId: z.string(),
      /** as `since` of the list takes it */
      lastModifiedDate: Instant,
    }),
  }),
  packs: route({
    method: 'GET',
    path: '/api/v2/admin/files',
    summary:
      'The packs by file name: of each name the live upload, preceded by the newest one if that is being read or was refused',
    permission: 'upload',
    scopes: ['deliver'],
    embargo: 'ownContent',
    query: z.object({
      /** only those that have a part in this set */
      disId: z.string().max(100).optional(),
      fileName: z.string().max(300).optional(),
      /** only uploads of then or later */
      since: Instant.optional(),
    }),
    answer: z.array(Pack),
  }),
} as const;
