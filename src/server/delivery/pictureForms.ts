/**
 * The forms that are made of a pack's pictures while it is read, so that everything is ready when the pack goes live.
 * A content that has its forms already is not worked on again, whatever pack it came with first.
 *
 *   pictureForms
 */
import type { Derived } from '../catalogue/derived.ts';
import { makePreviews, PREVIEW_KINDS } from '../pictures/previews.ts';

export interface PictureForms {
  make(sha256: string, bytes: Buffer, kind: 'image' | 'static'): Promise<void>;
  /** Durable when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind; after commit it does nothing. */
  abort(): Promise<void>;
}

export async function pictureForms(derived: Derived): Promise<PictureForms> {
  const bundle = await derived.bundle();
  return {
    async make(sha256, bytes, kind) {
      if (kind !== 'static' || (await derived.known(PREVIEW_KINDS.print, [sha256])).size > 0) return;
      const { thumb, print } = await makePreviews(bytes);
      await bundle.add(PREVIEW_KINDS.thumb, sha256, thumb);
      await bundle.add(PREVIEW_KINDS.print, sha256, print);
    },
    commit: () => bundle.commit(),
    abort: () => bundle.abort(),
  };
}
