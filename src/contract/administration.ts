/** Build information, health, metrics and caches of the server. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area, Instant, Message } from './words.ts';

export const BuildInfo = z.object({
  application: z.object({ name: z.string(), version: z.string() }),
  lastUpdated: Instant,
  frontendVersion: z.string(),
  frontendTimestamp: z.string(),
  backendVersion: z.string(),
  backendTimestamp: z.string(),
  appPackageVersion: z.string(),
  configPackageVersion: z.string(),
  deploymentTime: z.string(),
});
export type BuildInfo = z.infer<typeof BuildInfo>;

export const EnvironmentConfig = z.object({
  API_BASE_URL: z.string(),
  API_TEST_EMBARGO_URL: z.string(),
  API_TEST_PREPROD_URL: z.string(),
  API_TEST_PROD_URL: z.string(),
  FEATURE_QUALITY_REPORT_ENABLED: z.boolean().optional(),
});
export type EnvironmentConfig = z.infer<typeof EnvironmentConfig>;

/** `limited`: reading works, but nothing can be stored. `problems` says why, and what else should be fixed. */
const HealthAnswer = z.object({ status: z.enum(['ok', 'limited']), problems: z.array(z.string()).optional() });
export type HealthAnswer = z.infer<typeof HealthAnswer>;

export const administrationRoutes = {
  buildInfo: route({
    method: 'GET',
    path: '/api/v2/public/build-info',
    summary: 'Versions and build times',
    permission: 'anyone',
    embargo: 'none',
    answer: BuildInfo,
  }),
  environmentConfig: route({
    method: 'GET',
    path: '/assets/config/config.json',
    summary: 'The addresses that the web app reads before it runs',
    permission: 'anyone',
    embargo: 'none',
    answer: EnvironmentConfig,
  }),
  clearAllCaches: route({
    method: 'GET',
    path: '/api/v2/admin/clearAllCaches',
    summary: 'Clear the caches of an area: that of the address, or `area`',
    permission: 'admin',
    embargo: 'none',
    areas: true,
    changes: true,
    query: z.object({ area: Area.optional() }),
    answer: Message,
  }),
  live: route({
    method: 'GET',
    path: '/api/v2/health/live',
    summary: 'Whether the process runs',
    permission: 'anyone',
    embargo: 'none',
    everyProcess: true,
    answer: HealthAnswer,
  }),
  ready: route({
    method: 'GET',
    path: '/api/v2/health/ready',
    summary: 'Whether calls can be answered: database, file store and folders can be used',
    permission: 'anyone',
    embargo: 'none',
    everyProcess: true,
    answer: HealthAnswer,
  }),
  writable: route({
    method: 'GET',
    path: '/api/v2/health/writable',
    summary: 'Whether packs and changes can be stored, too: no disk is full, and the database takes changes',
    permission: 'anyone',
    embargo: 'none',
    everyProcess: true,
    answer: HealthAnswer,
  }),
  metrics: route({
    method: 'GET',
    path: '/api/v2/metrics',
    summary: 'Metrics in the text format of Prometheus',
    permission: 'admin',
    scopes: ['metrics'],
    embargo: 'none',
    answer: z.string(),
    media: 'text/plain',
  }),
} as const;
