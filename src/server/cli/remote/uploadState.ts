/**
 * What an interrupted command leaves for its next run: the address of its unfinished upload, and which packs the server
 * has received. One small file each. Without a home directory, or on a full disk, each run sends its files from the start.
 *
 *   openUploadState, UploadState
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PreviousUpload, UrlStorage } from 'tus-js-client';

/** Servers keep unfinished uploads for a day. */
const RETENTION_MS = 2 * 24 * 3600 * 1000;

function folderOf(environment: NodeJS.ProcessEnv): string | undefined {
  const state = environment['XDG_STATE_HOME'];
  if (state) return join(state, 'lacquer', 'uploads');
  try {
    return join(homedir(), '.local', 'state', 'lacquer', 'uploads');
  } catch {
    // No home folder: nothing is kept, and uploads begin anew.
    return undefined;
  }
}

export interface UploadState {
  /** of unfinished uploads, for the library */
  readonly storage: UrlStorage;
  /** @returns what `keepReceipt` stored for this file; undefined if nothing */
  receiptOf(fingerprint: string): Promise<unknown>;
  keepReceipt(fingerprint: string, receipt: unknown): Promise<void>;
  forget(fingerprint: string): Promise<void>;
}

export function openUploadState(environment = process.env): UploadState {
  const folder = folderOf(environment);
  const fileOf = (kind: string, fingerprint: string) =>
    join(folder ?? '', `${createHash('sha256').update(fingerprint).digest('hex')}.${kind}`);

  async function read(file: string): Promise<unknown> {
    try {
      return folder === undefined ? undefined : JSON.parse(await readFile(file, 'utf8'));
    } catch {
      // No file, or half of one: the upload begins anew.
      return undefined;
    }
  }
  async function keep(file: string, value: unknown): Promise<void> {
    if (folder === undefined) return;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        const old = join(folder, name);
        if ((await stat(old)).mtimeMs < Date.now() - RETENTION_MS) await rm(old, { force: true });
      }
      await writeFile(file, JSON.stringify(value), { mode: 0o600 });
    } catch {
      // The next run sends the file from the start.
    }
  }
  // What stays is removed after two days.
  const remove = (file: string) => rm(file, { force: true }).catch(() => {});

  return {
    storage: {
      findAllUploads: async () => [],
      async findUploadsByFingerprint(fingerprint) {
        const file = fileOf('part', fingerprint);
        const upload = (await read(file)) as PreviousUpload | undefined;
        return upload ? [{ ...upload, urlStorageKey: file }] : [];
      },
      removeUpload: remove,
      async addUpload(fingerprint, upload) {
        const file = fileOf('part', fingerprint);
        await keep(file, upload);
        return file;
      },
    },
    receiptOf: (fingerprint) => read(fileOf('received', fingerprint)),
    keepReceipt: (fingerprint, receipt) => keep(fileOf('received', fingerprint), receipt),
    forget: (fingerprint) => remove(fileOf('received', fingerprint)),
  };
}
