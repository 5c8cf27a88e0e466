/**
 * What `lacquer check` finds.
 *
 *   Finding, finding
 *   checkFolder             can it be used, or created
 *   closestExistingFolder   the closest folder that is there
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { folderProblem, tryFolder } from '../platform/disk.ts';

/** `warning`: a server would start, but somebody should look into it. */
export interface Finding {
  result: 'ok' | 'warning' | 'failed';
  sentence: string;
}
export const finding = (result: Finding['result'], sentence: string): Finding => ({ result, sentence });

/** The server creates a missing folder, so its closest existing parent is checked. */
export function closestExistingFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

export async function checkFolder({ path, setting }: { path: string; setting: string }): Promise<Finding> {
  try {
    await tryFolder(closestExistingFolder(path));
    return finding('ok', `The folder ${path} can be ${existsSync(path) ? 'read and written' : 'created'}.`);
  } catch (error) {
    return finding('failed', folderProblem(path, setting, error));
  }
}
