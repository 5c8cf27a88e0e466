/** The global configuration files of an area. */
import { z } from 'zod';
import { route } from './route.ts';
import { Instant, Message } from './words.ts';

export const GlobalConfigFile = z.object({ fileName: z.string(), content: z.string() });
export type GlobalConfigFile = z.infer<typeof GlobalConfigFile>;

/** One change of a file. */
export const ConfigHistoryEntry = z.object({
  id: z.number().int(),
  fileName: z.string(),
  /** `restore`: the file was restored to an earlier entry */
  action: z.enum(['upload', 'delete', 'restore']),
  at: Instant,
  who: z.string(),
  /** bytes; null: the file was deleted */
  size: z.number().int().nullable(),
  /** the newest entry of the file */
  current: z.boolean(),
});
export type ConfigHistoryEntry = z.infer<typeof ConfigHistoryEntry>;
export const ConfigHistoryContent = z.object({
  fileName: z.string(),
  /** null: the file was deleted */
  content: z.string().nullable(),
});
export type ConfigHistoryContent = z.infer<typeof ConfigHistoryContent>;

export const globalConfigRoutes = {
  uploadGlobalConfig: route({
    method: 'POST',
    path: '/api/v2/admin/global-files',
    summary: 'Upload one XML file (multipart field `file`); takes effect in the area at once',
    permission: 'admin',
    embargo: 'none',
    areas: true,
    changes: true,
    changesProd: ['address'],
    upload: 'multipart',
    answer: Message,
  }),
  globalConfigs: route({
    method: 'GET',
    path: '/api/v2/admin/global-files/status',
    summary: 'The files of the area with their text, by name',
    permission: 'admin',
    embargo: 'content',
    areas: true,
    answer: z.array(GlobalConfigFile),
  }),
  globalConfigHistory: route({
    method: 'GET',
    path: '/api/v2/admin/global-files/history',
    summary: 'The changes of the files of the area, or of one of them, the newest 1,000 first',
    permission: 'admin',
    embargo: 'content',
    areas: true,
    query: z.object({ fileName: z.string().max(300).optional() }),
    answer: z.array(ConfigHistoryEntry),
  }),
  globalConfigHistoryContent: route({
    method: 'GET',
    path: '/api/v2/admin/global-files/history/content',
    summary: 'The text of a file after a change',
    permission: 'admin',
    embargo: 'content',
    areas: true,
    query: z.object({ entry: z.coerce.number().int() }),
    answer: ConfigHistoryContent,
  }),
  restoreGlobalConfig: route({
    method: 'POST',
    path: '/api/v2/admin/global-files/restore',
    summary: 'Restore a file of the area to its text after an earlier change; takes effect at once',
    permission: 'admin',
    embargo: 'none',
    areas: true,
    changes: true,
    changesProd: ['address'],
    body: z.object({
      entry: z.number().int(),
      /** the newest entry that the caller has seen; 409 if the file has changed since */
      newestSeen: z.number().int().optional(),
    }),
    answer: Message,
  }),
} as const;
