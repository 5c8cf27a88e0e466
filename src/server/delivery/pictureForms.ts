/**
 * What is learnt and made of a pack's pictures while it is read, so that everything is ready when the pack goes live:
 * size and box of each, and the small forms of static ones. All of it is kept by content; a content that is known, from
 * this pack or any before it, is not worked on again.
 *
 *   PictureForms
 *   openPictureForms
 */
import type { Derived } from '../catalogue/derived.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { makePreviews, PREVIEW_KINDS } from '../pictures/previews.ts';
import type { PackLimits } from './limits.ts';
import { readPicture } from './picture.ts';

export interface PictureForms {
  /** @throws Error with a sentence for the supplier */
  read(sha256: string, bytes: Buffer, kind: 'image' | 'static'): Promise<ManifestPicture>;
  /** Durable when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind; after commit it does nothing. */
  abort(): Promise<void>;
}

/** What was learnt of a picture, as JSON. Grows when the same picture would teach something else. */
const learntKind = (kind: 'image' | 'static') => `learnt.${kind}.1`;

/** @param again makes also what is known, in place of it */
export async function openPictureForms(
  derived: Derived,
  limits: PackLimits,
  { again = false }: { again?: boolean } = {},
): Promise<PictureForms> {
  const bundle = await derived.bundle();
  const underWay = new Map<string, Promise<ManifestPicture>>();

  async function work(sha256: string, bytes: Buffer, kind: 'image' | 'static'): Promise<ManifestPicture> {
    const known = again ? undefined : await derived.read(learntKind(kind), sha256);
    if (known) return JSON.parse(known.toString('utf8')) as ManifestPicture;
    const picture = await readPicture(bytes, kind, limits);
    if (kind === 'static') {
      const { thumb, print } = await makePreviews(bytes);
      await bundle.add(PREVIEW_KINDS.thumb, sha256, thumb);
      await bundle.add(PREVIEW_KINDS.print, sha256, print);
    }
    await bundle.add(learntKind(kind), sha256, Buffer.from(JSON.stringify(picture)));
    return picture;
  }

  return {
    read(sha256, bytes, kind) {
      const key = `${kind} ${sha256}`;
      const picture = underWay.get(key) ?? work(sha256, bytes, kind);
      underWay.set(key, picture);
      return picture;
    },
    commit: () => bundle.commit(),
    abort: () => bundle.abort(),
  };
}
