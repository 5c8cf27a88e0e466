/**
 * The licences of the packages whose code is bundled into the package.
 *
 *   licenceTexts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = '='.repeat(80);

/**
 * @param folders of the packages, seen from the root; those that are not installed on this platform are left out
 * @returns one text with all licences
 */
export function licenceTexts(root: string, folders: readonly string[]): string {
  const texts = folders.flatMap((path) => {
    const folder = join(root, path);
    if (!existsSync(folder)) return [];
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    const { name, version, license = 'see its text' } = manifest;
    const files = globSync(['LICEN[CS]E*', 'licen[cs]e*', 'NOTICE*', 'COPYING*'], { cwd: folder }).sort();
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    const body = text || `Published under ${license}, without a text of its own.`;
    return [`${RULE}\n${name} ${version} (${license})\n${RULE}\n\n${body}\n`];
  });
  return `The code of these packages is part of Lacquer.\n\n${texts.join('\n')}`;
}
