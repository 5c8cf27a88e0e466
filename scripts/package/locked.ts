/**
 * The part of the lock file that some packages need.
 *
 *   Locked
 *   findLocked
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Locked {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  dev?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  optional?: boolean;
}
/**
 * @param needs the packages that are asked for, as a package.json does
 * @returns their entries and those of all that they depend on, by folder
 * @throws Error when the lock file lacks one that is not optional
 */
export function findLocked(
  root: string,
  needs: Pick<Locked, 'dependencies' | 'optionalDependencies'>,
): Record<string, Locked> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = new Map<string, Locked>();
  /** Looks for a package as Node does, from the folder of the package that asks. */
  const find = (name: string, from: string): string | undefined => {
    for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (packages[path]) return path;
      if (folder === '') return undefined;
    }
  };
  const add = (names: readonly string[], from: string, optional: boolean): void => {
    for (const name of names) {
      const path = find(name, from);
      const entry = path === undefined ? undefined : packages[path];
      if (path === undefined || entry === undefined) {
        if (optional) continue;
        throw new Error(`package-lock.json has no ${name}, which ${from || 'this'} depends on`);
      }
      if (found.has(path)) continue;
      const { dev, devOptional, peer, ...rest } = entry;
      found.set(path, rest);
      add(Object.keys(rest.dependencies ?? {}), path, false);
      add(Object.keys({ ...rest.optionalDependencies, ...rest.peerDependencies }), path, true);
    }
  };
  add(Object.keys(needs.dependencies ?? {}), '', false);
  add(Object.keys(needs.optionalDependencies ?? {}), '', true);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
