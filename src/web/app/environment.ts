/**
 * The environment configuration, assets/config/config.json, which is read before the app starts.
 *
 *   loadEnvironment   @throws Error with a sentence for EnvironmentMissing
 *   environment       what was read
 *   ADDRESSES         the fields that it must have
 *   addressOf         the address of an area's server; without an area, the base address
 */
import type { Area, EnvironmentConfig } from '../../contract/index.ts';
import { connectionTexts as texts } from '../texts/connection.ts';
import { basePath } from './basePath.ts';

let loaded: EnvironmentConfig | undefined;

const ADDRESS = 'assets/config/config.json';

export async function loadEnvironment(): Promise<void> {
  // The browser does not say why; the sentence below names the address.
  const response = await fetch(`${basePath}/${ADDRESS}`, { cache: 'no-store' }).catch(() => undefined);
  if (!response) throw new Error(texts.notFetched(ADDRESS));
  if (!response.ok) throw new Error(texts.missing(ADDRESS, response.status));
  // What is no JSON lacks all its fields.
  const json: unknown = await response.json().catch(() => undefined);
  const wrong = wrongFields(json);
  if (wrong.length > 0) throw new Error(texts.invalid(ADDRESS, wrong.join(', ')));
  loaded = json as EnvironmentConfig;
}

/** An operator writes this file by hand. @returns the fields that are missing or not text */
function wrongFields(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [texts.wholeFile];
  return ADDRESSES.filter((field) => typeof (json as Record<string, unknown>)[field] !== 'string');
}

export function environment(): EnvironmentConfig {
  if (!loaded) throw new Error('environment before loadEnvironment');
  return loaded;
}

const FIELDS = {
  embargo: 'API_TEST_EMBARGO_URL',
  preprod: 'API_TEST_PREPROD_URL',
  prod: 'API_TEST_PROD_URL',
} as const;

export const ADDRESSES = ['API_BASE_URL', ...Object.values(FIELDS)] as const;

export const addressOf = (area?: Area): string => environment()[area ? FIELDS[area] : 'API_BASE_URL'];
