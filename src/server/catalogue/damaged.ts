/**
 * Delivered content that can no longer be read from the store: bytes are changed, cut off or gone. The caller is not to blame,
 * and trying again does not help. The answer names the pack, which can be delivered again.
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

  /** The same error for callers who may not know where the content comes from. */
  without(disId: string): ContentDamaged {
    return new ContentDamaged(
      `What ${disId} takes from another set is damaged in the store. The server's log names the pack for administrators.`,
      this,
    );
  }
}

/**
 * @param what of the pack, to begin a sentence with: `The picture 001/black.png`
 * @throws ContentDamaged for every failure that is not temporary
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
