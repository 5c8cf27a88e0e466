/**
 * The demo's files below .build/demo. Packs are reused until the code that draws them changes.
 *
 *   drawnParts      yields each part as soon as it is ready
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DemoPart, demoParts } from './make.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const demoFolder = `${root}.build/demo`;
const packsFolder = `${demoFolder}/packs`;
/** Written when everything is drawn. */
const list = `${demoFolder}/packs.json`;

interface List {
  digest: string;
  parts: DemoPart[];
}

function digestOfDrawing(): string {
  const hash = createHash('sha256');
  for (const file of globSync('demo/**/*.ts', { cwd: root }).sort()) hash.update(readFileSync(`${root}${file}`));
  return hash.digest('hex');
}

function readList(digest: string): DemoPart[] | undefined {
  if (!existsSync(list)) return undefined;
  const made = JSON.parse(readFileSync(list, 'utf8')) as List;
  return made.digest === digest && made.parts.flatMap(({ packs }) => packs).every((pack) => existsSync(pack))
    ? made.parts
    : undefined;
}

export async function* drawnParts(): AsyncGenerator<DemoPart> {
  const digest = digestOfDrawing();
  const made = readList(digest);
  if (made !== undefined) return yield* made;
  rmSync(packsFolder, { recursive: true, force: true });
  mkdirSync(packsFolder, { recursive: true });
  const parts: DemoPart[] = [];
  for await (const part of demoParts({ out: packsFolder })) {
    parts.push(part);
    yield part;
  }
  writeFileSync(list, JSON.stringify({ digest, parts } satisfies List));
}
