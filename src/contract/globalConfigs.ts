/** The global configuration files of an area. */
import { z } from 'zod';
import { route } from './route.ts';
import { Instant, Message } from './words.ts';

export const GlobalConfigFile = z.object({ fileName: z.string(), content: z.string() });
export type GlobalConfigFile = z.infer<typeof GlobalConfigFile>;

/** A change of a file: what it was made to. */
export const ConfigVersion = z.object({
  id: z.number().int(),
  fileName: z.string(),
  /** `restore`: an earlier version was brought back */
  what: z.enum(['upload', 'delete', 'restore']),
  at: Instant,
  who: z.string(),
  /** bytes; null: the file was deleted */
  size: z.number().int().nullable(),
  /** it is how the file is now */
  present: z.boolean(),
});
export type ConfigVersion = z.infer<typeof ConfigVersion>;
export const ConfigVersionContent = z.object({
  fileName: z.string(),
  /** null: the file was deleted */
  content: z.string().nullable(),
});
export type ConfigVersionContent = z.infer<typeof ConfigVersionContent>;

export const globalConfigRoutes = {
  uploadGlobalConfig: route({
    method: 'POST',
    path: '/api/v2/admin/global-files',
    summary: 'Upload one XML file (multipart field `file`); it is in force in the area at once',
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
    answer: z.array(ConfigVersion),
  }),
  globalConfigVersion: route({
    method: 'GET',
    path: '/api/v2/admin/global-files/version',
    summary: 'The text of a file as a change made it',
    permission: 'admin',
    embargo: 'content',
    areas: true,
    query: z.object({ entry: z.coerce.number().int() }),
    answer: ConfigVersionContent,
  }),
  restoreGlobalConfig: route({
    method: 'POST',
    path: '/api/v2/admin/global-files/restore',
    summary: 'Bring a file of the area back to what a change made it; it is in force at once',
    permission: 'admin',
    embargo: 'none',
    areas: true,
    changes: true,
    changesProd: ['address'],
    body: z.object({
      entry: z.number().int(),
      /** the newest version that the caller has seen: refused (409) when the file was changed since */
      seen: z.number().int().optional(),
    }),
    answer: Message,
  }),
} as const;
