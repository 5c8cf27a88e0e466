/** The global configuration files of an area. */
import { z } from 'zod';
import { route } from './route.ts';
import { Message } from './words.ts';

export const GlobalConfigFile = z.object({ fileName: z.string(), content: z.string() });
export type GlobalConfigFile = z.infer<typeof GlobalConfigFile>;

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
} as const;
