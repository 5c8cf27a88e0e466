/**
 * Copies blobs from one store into another.
 *
 *   CopiedBlobs
 *   copyBlobs       @throws Error that names a blob whose bytes do not match its hash
 *   verifyBlobs
 */
import { Readable } from 'node:stream';
import { BlobMissing, type Blobs } from '../platform/blobs/blobs.ts';
import { blocksOfBlob } from '../platform/blobs/stream.ts';

/** Small blobs spend their time waiting for the disk or for S3. */
const CONCURRENCY = 4;

export interface CopiedBlobs {
  readonly copied: number;
  /** blobs that were already there */
  readonly present: number;
}

/** After a failure, starts nothing more and waits for what is running. @throws the first failure */
async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  async function runner(): Promise<void> {
    while (!failed) {
      const next = await iterator.next();
      if (next.done === true) return;
      await work(next.value);
    }
  }
  const runners = Array.from({ length: CONCURRENCY }, () =>
    runner().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const results = await Promise.allSettled(runners);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function copyBlob(from: Blobs, to: Blobs, sha256: string): Promise<void> {
  const staging = await to.stage();
  try {
    const staged = await staging.fromStream(Readable.from(blocksOfBlob(from, sha256)));
    if (staged.sha256 !== sha256) throw new Error(`the blob ${sha256} is damaged: run lacquer scrub`);
    await staging.commit();
  } finally {
    await staging.abort();
  }
}

/**
 * Copies the blobs that the other store lacks.
 * @param done called for each blob
 */
export async function copyBlobs(from: Blobs, to: Blobs, done: () => void = () => {}): Promise<CopiedBlobs> {
  let [copied, present] = [0, 0];
  await forEach(from.list(), async ({ sha256 }) => {
    if (await to.has(sha256)) present += 1;
    else {
      await copyBlob(from, to, sha256);
      copied += 1;
    }
    done();
  });
  return { copied, present };
}

/**
 * Reads each blob of one store from the other and compares it with its hash; copies damaged and missing ones again.
 * @param done called for each blob
 * @returns how many blobs were verified, which is all of them
 */
export async function verifyBlobs(from: Blobs, to: Blobs, done: () => void): Promise<number> {
  let verified = 0;
  const isWhole = (sha256: string) =>
    to.verify(sha256).catch((error: unknown) => {
      if (error instanceof BlobMissing) return false;
      throw error;
    });
  await forEach(from.list(), async ({ sha256 }) => {
    if (!(await isWhole(sha256))) {
      await to.delete(sha256);
      await copyBlob(from, to, sha256);
      if (!(await isWhole(sha256))) throw new Error(`the blob ${sha256} is damaged in transfer`);
    }
    verified += 1;
    done();
  });
  return verified;
}
