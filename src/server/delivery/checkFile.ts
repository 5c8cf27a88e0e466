/**
 * Checks one file of a pack by its kind: layers and static pictures are decoded and prepared, meta files are parsed.
 *
 *   CheckedFile, FileProblems
 *   checkFile
 */
import type { Problem } from '../../contract/index.ts';
import type { SetMeta } from '../../engine/meta.ts';
import type { ManifestEntry, ManifestPicture } from '../catalogue/manifest.ts';
import type { PictureForms } from '../pictures/pictureForms.ts';
import { PoolClosed, ThreadEnded } from '../platform/threads/pool.ts';
import { isTemporary } from '../platform/unavailable.ts';
import { XML_BYTES } from '../xmlFiles/formats.ts';
import { type XmlFiles, XmlTooCostly } from '../xmlFiles/xmlFiles.ts';
import type { EntryContent } from './packReader.ts';
import type { PlacedFile, Placement } from './placement.ts';

export interface CheckedFile {
  readonly placement: Placement;
  readonly entry: ManifestEntry;
  /** what a meta file declares */
  readonly meta?: Partial<SetMeta>;
}

export interface FileProblems {
  readonly problems: readonly Problem[];
  /** number of problems beyond those */
  readonly unlisted: number;
}

const FORMATS: Readonly<Record<string, ManifestPicture['format']>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
};

/** Other programs believe the extension, so it must name the format of the content. */
function checkExtension(path: string, { format }: ManifestPicture): void {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (FORMATS[extension] !== format)
    throw new Error(`the file is named .${extension}, its content is ${format.toUpperCase()}`);
}

const entryOf = ({ zipEntry, placement }: PlacedFile, sha256: string): ManifestEntry => {
  const { offset, compressedSize, method, crc32, size } = zipEntry;
  return { path: placement.path, sha256, size, at: { offset, compressedSize, method, crc32 } };
};

/**
 * @throws what is not the pack's fault: the store does not answer, the server stops, or a thread died. The job is then tried
 * again.
 */
function problemOf({ zipEntry }: PlacedFile, error: unknown): FileProblems {
  if (isTemporary(error) || error instanceof PoolClosed) throw error;
  if (error instanceof ThreadEnded) throw new Error(`${zipEntry.path}: ${error.message}`, { cause: error });
  const at = error instanceof XmlTooCostly ? { line: 1, column: 1 } : {};
  return { problems: [{ entry: zipEntry.path, ...at, reason: (error as Error).message }], unlisted: 0 };
}

export async function checkFile(
  file: PlacedFile,
  content: EntryContent,
  { forms, xmlFiles }: { forms: PictureForms; xmlFiles: XmlFiles },
): Promise<CheckedFile | FileProblems> {
  const { placement, zipEntry } = file;
  if ('problem' in content) return problemOf(file, new Error(content.problem));
  const { sha256, bytes } = content;
  const entry = entryOf(file, sha256);
  try {
    if (placement.kind === 'image')
      return { placement, entry: { ...entry, picture: await forms.readLayer(sha256, bytes) } };
    if (placement.kind === 'static') {
      const picture = await forms.readStatic(sha256, bytes);
      checkExtension(placement.path, picture);
      return { placement, entry: { ...entry, picture } };
    }
    if (zipEntry.size > XML_BYTES) throw new Error(`the file has ${zipEntry.size} bytes; ${XML_BYTES} are allowed`);
    const { problems, unlisted, meta } = await xmlFiles.readMeta(placement.path, bytes, placement.disId);
    if (problems.length > 0) return { problems: problems.map((p) => ({ entry: zipEntry.path, ...p })), unlisted };
    return { placement, entry, meta };
  } catch (error) {
    return problemOf(file, error);
  }
}
