/**
 * Folders on this machine: private to the account that runs the process, and tested before they are needed.
 *
 *   isFull          whether an error means that a disk or quota is full
 *   setPrivateUmask makes new files and folders private to the account
 *   folderProblem   why a folder cannot be used, as a sentence
 *   openFolder      creates a folder, restricts its mode, tests it
 *   tightenFile     removes other accounts' access to a file
 *   tryFolder       writes, reads and deletes a file there
 *   freeBytes       free space on a folder's disk
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotUsable } from './notUsable.ts';
import { NoSpace } from './unavailable.ts';

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
/** permission bits of the group and of others */
const OTHERS = 0o077;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

export const isFull = (error: unknown): boolean =>
  error instanceof NoSpace || ['ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** Folders become 0700 and files 0600, whatever umask the process was started with. SQLite and libraries follow it too. */
export function setPrivateUmask(): void {
  process.umask(OTHERS);
}

/** Leaves files of other accounts alone: their owners decide. */
async function tighten(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  });
}
export const tightenFile = (path: string): Promise<void> => tighten(path, OWN_FILE);

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a file is in the way';
  if (code === 'EROFS') return 'its file system is read-only';
  if (code === 'ENOENT') return 'it cannot be created';
  if (code !== 'EACCES' && code !== 'EPERM') return (error as Error).message;
  const account = process.getuid === undefined ? 'this account' : `the account with the id ${process.getuid()}`;
  return `${account} needs the right to read, write and delete there`;
}

/** @param setting name of the setting that the folder comes from; begins the sentence */
export const folderProblem = (path: string, setting: string, error: unknown): string =>
  `${setting}: the folder ${path} cannot be used: ${reasonOf(error)}.`;

/** @throws the file system's error */
export async function tryFolder(folder: string): Promise<void> {
  const path = join(folder, `.check.${randomUUID()}.tmp`);
  const content = path.slice(-40);
  try {
    await writeFile(path, content, { mode: OWN_FILE, flag: 'wx' });
    if ((await readFile(path, 'utf8')) !== content) throw new Error('the bytes read differ from the bytes written');
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * A full disk does not prevent the start: existing content can still be read.
 *
 * @param own the folder belongs to this program alone: other accounts lose access to it even if it already existed
 * @throws NotUsable
 */
export async function openFolder(path: string, { setting, own }: { setting: string; own: boolean }): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: OWN_FOLDER });
    if (own) await tighten(path, OWN_FOLDER);
    await tryFolder(path);
  } catch (error) {
    if (isFull(error)) return;
    throw new NotUsable(folderProblem(path, setting, error), { cause: error });
  }
}

/** Bytes that this account can still write. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
