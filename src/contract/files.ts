/** The file browser: the uploaded packs and the content of each area as one tree. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area, Instant } from './words.ts';

export const FileElement = z.object({
  /** its path */
  id: z.string(),
  name: z.string(),
  /** the id of its folder, or `root` */
  parent: z.string(),
  isFolder: z.boolean(),
  /** the text of an XML file of up to 64 KiB */
  content: z.string().nullable(),
  lastModifiedDate: Instant.nullable(),
  /** bytes; 0 for folders */
  size: z.number().int(),
  /** why it cannot be deleted; absent if it can */
  undeletableReason: z.string().optional(),
});
export type FileElement = z.infer<typeof FileElement>;

/** What deleting a path would remove and affect. */
export const FileDeletionPreview = z.object({
  /** number of files that would be deleted */
  files: z.number().int(),
  /** true: nothing of the set, static pack, configuration file or pack would remain in the area */
  removesAll: z.boolean(),
  /** other areas that have the same set or static pack */
  otherAreas: z.array(Area),
  /** sets of the area that are redirected to this one */
  redirectedBy: z.array(z.string()),
  /** number of image sets in the area */
  sets: z.number().int(),
});
export type FileDeletionPreview = z.infer<typeof FileDeletionPreview>;

const PathQuery = z.object({ path: z.string().max(2000).default('/') });

export const fileRoutes = {
  fileElements: route({
    method: 'GET',
    path: '/api/v2/admin/file-elements',
    summary: 'The folders and files of a path',
    permission: 'admin',
    embargo: 'content',
    query: PathQuery,
    answer: z.array(FileElement),
  }),
  deleteFileElement: route({
    method: 'DELETE',
    path: '/api/v2/admin/file-elements-delete',
    summary: 'Delete a file or folder: the area gets a new state without it',
    permission: 'admin',
    embargo: 'names',
    changes: true,
    changesProd: ['path'],
    query: z.object({ path: z.string().max(2000) }),
    answer: z.boolean(),
  }),
  previewFileDeletion: route({
    method: 'GET',
    path: '/api/v2/admin/file-elements-deletion',
    summary: 'What deleting a file or folder would remove and affect',
    permission: 'admin',
    embargo: 'names',
    query: z.object({ path: z.string().max(2000) }),
    answer: FileDeletionPreview,
  }),
  fileContent: route({
    method: 'GET',
    path: '/api/v2/admin/file-elements-content',
    summary: 'The bytes of a file',
    permission: 'admin',
    embargo: 'content',
    query: z.object({ path: z.string().max(2000) }),
    answer: z.any(),
    media: 'application/octet-stream',
  }),
} as const;
