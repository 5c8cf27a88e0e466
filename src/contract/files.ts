/** The file browser: packs as uploaded, and what each area holds, as one tree. */
import { z } from 'zod';
import { route } from './route.ts';
import { Instant } from './words.ts';

export const FileElement = z.object({
  /** its path */
  id: z.string(),
  name: z.string(),
  /** the id of its folder, or `root` */
  parent: z.string(),
  isFolder: z.boolean(),
  /** of text up to 64 KiB */
  content: z.string().nullable(),
  lastModifiedDate: Instant.nullable(),
  /** bytes; 0 for folders */
  size: z.number().int(),
});
export type FileElement = z.infer<typeof FileElement>;

const PathQuery = z.object({ path: z.string().max(2000).default('/') });

export const fileRoutes = {
  fileElements: route({
    method: 'GET',
    path: '/api/v2/admin/file-elements',
    summary: 'The folders and files of a path',
    permission: 'admin',
    query: PathQuery,
    answer: z.array(FileElement),
  }),
  deleteFileElement: route({
    method: 'DELETE',
    path: '/api/v2/admin/file-elements-delete',
    summary: 'Delete a file or folder: the area gets a new state without it',
    permission: 'admin',
    changes: true,
    query: z.object({ path: z.string().max(2000) }),
    answer: z.boolean(),
  }),
  fileContent: route({
    method: 'GET',
    path: '/api/v2/admin/file-elements-content',
    summary: 'The bytes of a file',
    permission: 'admin',
    query: z.object({ path: z.string().max(2000) }),
    answer: z.any(),
    media: 'application/octet-stream',
  }),
} as const;
