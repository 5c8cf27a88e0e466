/**
 * The environment configuration, assets/config/config.json, which is read before the app starts.
 *
 *   loadEnvironment   @throws Error with a sentence for EnvironmentMissing
 *   environment       what was read
 *   addressOf         the address of an area's server; without an area, the base address
 */
import type { Area, EnvironmentConfig } from '../../contract/index.ts';

let loaded: EnvironmentConfig | undefined;

const ADDRESS = 'assets/config/config.json';

export async function loadEnvironment(): Promise<void> {
  const response = await fetch(`/${ADDRESS}`, { cache: 'no-store' }).catch(() => undefined);
  if (!response) throw new Error(`${ADDRESS} could not be fetched: the server cannot be reached.`);
  if (!response.ok) throw new Error(`${ADDRESS} is missing: the server answers ${response.status}.`);
  const json: unknown = await response.json().catch(() => undefined);
  const wrong = wrongFields(json);
  if (wrong.length > 0) throw new Error(`${ADDRESS} is invalid. Check ${wrong.join(', ')}.`);
  loaded = json as EnvironmentConfig;
}

/** An operator writes this file by hand. @returns the fields that are missing or no text */
function wrongFields(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return ['the whole file'];
  return ADDRESSES.filter((field) => typeof (json as Record<string, unknown>)[field] !== 'string');
}

export function environment(): EnvironmentConfig {
  if (!loaded) throw new Error('the environment is read before anything else');
  return loaded;
}

const FIELDS = {
  embargo: 'API_TEST_EMBARGO_URL',
  preprod: 'API_TEST_PREPROD_URL',
  prod: 'API_TEST_PROD_URL',
} as const;

const ADDRESSES = ['API_BASE_URL', ...Object.values(FIELDS)] as const;

export const addressOf = (area?: Area): string => environment()[area ? FIELDS[area] : 'API_BASE_URL'];
