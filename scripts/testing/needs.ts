/**
 * What the steps of a test run need: servers, browsers and packages, installed and started once. What cannot be there is left
 * out with a warning; with CI=true or LACQUER_REQUIRE_SERVICES=1 that is a failure, except for Firefox and the examples in
 * deploy/ where apt-get does not have their packages.
 *
 *   openNeeds
 */

import { startRgw } from '../s3Service.mjs';
import {
  DEPLOY_PACKAGES,
  ensurePackages,
  FIREFOX_PACKAGES,
  PACKAGES,
  S3_PACKAGES,
  startPostgres,
} from '../services.mjs';

type Packages = Parameters<typeof ensurePackages>[0] & object;

export interface Needs {
  /** PostgreSQL and S3. @returns true: what is missing is left out by the tests themselves */
  services(): Promise<boolean>;
  /** The same, and the browsers. @returns whether there is one */
  browser(): Promise<boolean>;
  /** what was left out, and why */
  readonly skipped: readonly string[];
}

/**
 * @param environment of the steps; receives the addresses of the servers
 * @param options.required whether what is missing is an error
 * @param options.slow whether slow tests run, some of which need more programs
 */
export function openNeeds(
  environment: NodeJS.ProcessEnv,
  { required, slow }: { required: boolean; slow: boolean },
): Needs {
  const skipped: string[] = [];
  const installed = new Map<object, ReturnType<typeof ensurePackages>>();
  const looked = new Set<object>();
  let started: Promise<unknown> | undefined;

  function leaveOut(what: string, why: string): void {
    skipped.push(`${what}: ${why}`);
    console.warn(`\n!!! NOT RUN: ${what}: ${why}\n`);
  }

  function skip(what: string, why: string): void {
    if (required) throw new Error(`${what}: ${why}`);
    leaveOut(what, why);
  }

  /** Installs what is missing, once. @returns why these packages, or the one, cannot be there; undefined when they are */
  function lacks(packages: Packages, name?: string): string | undefined {
    const found = installed.get(packages) ?? ensurePackages(packages);
    installed.set(packages, found);
    const { missing, reason } = found;
    return name === undefined ? (missing.length > 0 ? reason : undefined) : missing.includes(name) ? reason : undefined;
  }

  /** Programs of slow tests, which run where apt-get has them. */
  function ensureOptional(what: string, packages: Packages): void {
    if (!slow || looked.has(packages)) return;
    looked.add(packages);
    const { missing, reason, tried } = ensurePackages(packages);
    if (missing.length === 0) return;
    if (required && tried) throw new Error(`${what}: ${reason}`);
    leaveOut(what, reason);
  }

  /** Starts a service once for all steps, for the life of this process, and sets its address for the tests. */
  async function start(
    variable: string,
    what: string,
    lacking: string | undefined,
    begin: () => Promise<{ url: string }>,
  ): Promise<void> {
    if (environment[variable]) return;
    try {
      if (lacking !== undefined) throw new Error(lacking);
      environment[variable] = (await begin()).url;
    } catch (error) {
      skip(what, (error as Error).message);
    }
  }

  async function services(): Promise<boolean> {
    started ??= Promise.all([
      start('LACQUER_TEST_POSTGRES', 'tests on PostgreSQL', lacks(PACKAGES, 'postgresql'), startPostgres),
      start('LACQUER_TEST_S3', 'tests on S3', lacks(S3_PACKAGES), startRgw),
    ]);
    await started;
    ensureOptional('tests of the examples in deploy/', DEPLOY_PACKAGES);
    return true;
  }

  async function browser(): Promise<boolean> {
    const reason = lacks(PACKAGES);
    if (reason !== undefined) {
      skip('browser tests', reason);
      return false;
    }
    ensureOptional('tests in Firefox', FIREFOX_PACKAGES);
    return services();
  }

  return { services, browser, skipped };
}
