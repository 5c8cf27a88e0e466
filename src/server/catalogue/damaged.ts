/**
 * Content that was delivered and cannot be read from the store any more: bytes changed, cut off or gone. Nobody's call is to
 * blame, and trying again does not help: the answer names the pack, which can be delivered again.
 *
 *   ContentDamaged
 *   readContent
 */
import { ApiError } from '../platform/http/errors.ts';
import { PoolClosed } from '../platform/threads/pool.ts';
import { isTemporary } from '../platform/unavailable.ts';

export class ContentDamaged extends ApiError {
  constructor(message: string, cause: unknown) {
    super(500, 'content-damaged', message, { cause });
  }

  /** For whom may not know where the content comes from. */
  without(disId: string): ContentDamaged {
    return new ContentDamaged(
      `What ${disId} takes from another set is damaged in the store. An administrator finds the pack in the server's log.`,
      this,
    );
  }
}

/**
 * @param what of the pack, to begin a sentence with: `The picture 001/black.png`
 * @throws ContentDamaged for whatever is not temporary
 */
export async function readContent<T>(pack: string, what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ContentDamaged || error instanceof PoolClosed || isTemporary(error)) throw error;
    throw new ContentDamaged(
      `${what} of ${pack} is damaged in the store and cannot be read. Deliver ${pack} again, or restore it from a backup.`,
      error,
    );
  }
}
