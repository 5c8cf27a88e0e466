/** What takes space, as a job last measured it. Beyond the specification. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area, Instant, Message } from './words.ts';

/**
 * What is stored: packs as they were delivered, by kind; `prepared`: pictures as the painter reads them; `lists`: the lists
 * of the packs' files; `unneeded`: what the clean-up will delete
 */
const StoredKind = z.enum(['image', 'meta', 'static', 'oneLayer', 'prepared', 'lists', 'unneeded']);
export type StoredKind = z.infer<typeof StoredKind>;

/**
 * What packs are there for: an area shows them, the history can return to them, they are being read, they were refused, or
 * nothing uses them
 */
const PackUse = z.enum(['shown', 'history', 'reading', 'refused', 'unused']);
export type PackUse = z.infer<typeof PackUse>;

/** Bytes; content that several areas or sets share counts once, except where it says otherwise. */
export const StorageReport = z.object({
  kinds: z.array(z.object({ kind: StoredKind, bytes: z.number(), files: z.number() })),
  packs: z.array(z.object({ use: PackUse, bytes: z.number(), files: z.number() })),
  /** `bytes`: what the area shows; `own`: of it, what no other area shows */
  areas: z.array(z.object({ area: Area, bytes: z.number(), own: z.number() })),
  /** what the areas show together */
  shown: z.number(),
  /** `logs`: of `bytes`; null: not known */
  database: z.object({ bytes: z.number(), logs: z.number().nullable() }),
  /** number of lists of files that could not be read; their files are not counted for areas and sets */
  unreadable: z.number().int(),
});
export type StorageReport = z.infer<typeof StorageReport>;

const DeletablePack = z.object({
  fileName: z.string(),
  /** in the file browser, where it is deleted */
  path: z.string(),
  state: z.enum(['refused', 'unused']),
  /** bytes */
  size: z.number(),
  /** bytes that the clean-up can delete when the pack is deleted */
  frees: z.number(),
  /** why it frees nothing; null: it frees its size */
  keptBy: z.enum(['history', 'otherUpload']).nullable(),
  uploadedBy: z.string(),
  uploadedAt: Instant,
});
export type DeletablePack = z.infer<typeof DeletablePack>;

export const Storage = z.object({
  /** null: not measured yet */
  measured: z.object({ at: Instant, report: StorageReport }).nullable(),
  /** a measurement waits or runs */
  measuring: z.boolean(),
  deletablePacks: z.array(DeletablePack),
  /** of the server that answers, in bytes. `free`: what may still be written (null: the store does not say) */
  server: z.object({
    free: z.number().nullable(),
    reserve: z.number(),
    paintings: z.number(),
    paintingsLimit: z.number(),
  }),
  /** the daily clean-up: when it last ended, and after how many days it deletes what nothing needs */
  cleanUp: z.object({ at: Instant.nullable(), graceDays: z.number(), historyDays: z.number() }),
});
export type Storage = z.infer<typeof Storage>;

export const StoredSet = z.object({
  kind: z.enum(['dis', 'static']),
  /** set id, or name of the static pack */
  key: z.string(),
  /** bytes of what each area shows */
  embargo: z.number(),
  preprod: z.number(),
  prod: z.number(),
  /** of what any area shows */
  shown: z.number(),
  /** of `shown`: what other sets have as well, such as copies */
  shared: z.number(),
  /** of what only older states have */
  older: z.number(),
});
export type StoredSet = z.infer<typeof StoredSet>;

export const storageRoutes = {
  storage: route({
    method: 'GET',
    path: '/api/v2/admin/storage',
    summary: 'What takes space, as it was last measured, and the packs that can be deleted',
    permission: 'admin',
    embargo: 'names',
    answer: Storage,
  }),
  storedSets: route({
    method: 'GET',
    path: '/api/v2/admin/storage/sets',
    summary: 'How much space each image set and static pack takes, as it was last measured',
    permission: 'admin',
    embargo: 'names',
    answer: z.array(StoredSet),
  }),
  measureStorage: route({
    method: 'POST',
    path: '/api/v2/admin/storage/measure',
    summary: 'Measure what takes space, by a job; none is added to one that waits or runs',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    answer: Message,
  }),
} as const;
