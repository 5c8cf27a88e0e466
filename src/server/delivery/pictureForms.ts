/**
 * What is learnt and made of a pack's pictures while it is read, so that everything is ready when the pack goes live:
 * size and box of each, the render-ready form of layers, the small forms of static pictures. All of it is kept by
 * content; a content that is known, from this pack or any before it, is not worked on again.
 *
 *   PictureForms, FormStores
 *   openPictureForms
 */
import type { Canvas } from '../../paint/index.ts';
import type { Derived } from '../catalogue/derived.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { FACT_KINDS, formKind, type Prepare } from '../pictures/prepare.ts';
import { PREVIEW_KINDS } from '../pictures/previews.ts';
import { piecesBytes, SERVED_KIND } from '../pictures/served.ts';
import { releaseBuffer } from '../platform/memory.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import type { PackLimits } from './limits.ts';

export interface FormStores {
  derived: Derived;
  prepare: Prepare;
  limits: PackLimits;
}
export interface PictureForms {
  /** Of a pack that threads can read. */
  readonly threads: Pick<Prepare, 'list' | 'digest'>;
  /** These layers will be read: what is known of them is asked for at once. */
  expect(sha256s: readonly string[]): Promise<void>;
  /**
   * @param sizes that it is made ready for beside its own
   * @throws Error with a sentence for the supplier
   */
  readLayer(sha256: string, bytes: EntryBytes, sizes?: readonly Canvas[]): Promise<ManifestPicture>;
  /** @throws Error with a sentence for the supplier */
  readStatic(sha256: string, bytes: EntryBytes): Promise<ManifestPicture>;
  /** how many are worked on at once */
  readonly atOnce: number;
  /** Durable when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind; after commit it does nothing. */
  abort(): Promise<void>;
}

/** Those that have their render-ready form: asked for size by size. */
async function readyOf(
  derived: Derived,
  pictures: ReadonlyMap<string, ManifestPicture>,
): Promise<Map<string, ManifestPicture>> {
  const ready = new Map<string, ManifestPicture>();
  for (const [kind, some] of Map.groupBy(pictures, ([, picture]) => formKind(picture))) {
    const known = await derived.known(
      kind,
      some.map(([sha256]) => sha256),
    );
    for (const [sha256, picture] of some) if (known.has(sha256)) ready.set(sha256, picture);
  }
  return ready;
}

/**
 * @param again   makes also what is known, in place of it
 * @param before  facts about layers from the last upload of this pack: most of a pack that comes again is known, and
 *                looking each picture up would cost more than all the rest
 */
export async function openPictureForms(
  { derived, prepare, limits }: FormStores,
  { again = false, before = new Map() }: { again?: boolean; before?: ReadonlyMap<string, ManifestPicture> } = {},
): Promise<PictureForms> {
  const pictureLimits = { side: limits.side, pixels: limits.pixels };
  const ready = await readyOf(derived, before);
  /** layers that nothing is known of */
  const fresh = new Set<string>();
  const bundle = await derived.bundle();
  const underWay = new Map<string, Promise<ManifestPicture>>();

  /** Known with its render-ready form: an older store knows pictures that were never made ready. */
  async function knownFacts(sha256: string, kind: 'image' | 'static'): Promise<ManifestPicture | undefined> {
    const known = await derived.read(FACT_KINDS[kind], sha256);
    if (!known) return undefined;
    const picture = JSON.parse(known.toString('utf8')) as ManifestPicture;
    if (kind === 'static') return picture;
    return (await derived.known(formKind(picture), [sha256])).has(sha256) ? picture : undefined;
  }

  async function keep(sha256: string, kind: 'image' | 'static', picture: ManifestPicture): Promise<ManifestPicture> {
    await bundle.add(FACT_KINDS[kind], sha256, Buffer.from(JSON.stringify(picture)));
    return picture;
  }

  async function workOnLayer(sha256: string, bytes: EntryBytes, sizes: readonly Canvas[]): Promise<ManifestPicture> {
    const asked = again || fresh.has(sha256);
    const known = asked ? undefined : (ready.get(sha256) ?? (await knownFacts(sha256, 'image')));
    if (known) return known;
    const { forms, width, height, box } = await prepare.prepare({ picture: bytes, limits: pictureLimits, sizes });
    const picture: ManifestPicture = { width, height, box, format: 'png' };
    for (const form of forms) {
      await bundle.add(formKind(form), sha256, form.bytes);
      releaseBuffer(form.bytes);
    }
    return keep(sha256, 'image', picture);
  }

  async function workOnStatic(sha256: string, bytes: EntryBytes): Promise<ManifestPicture> {
    const known = again ? undefined : await knownFacts(sha256, 'static');
    if (known) return known;
    const { picture, previews, served } = await prepare.prepareStatic({ static: bytes, limits: pictureLimits });
    await bundle.add(PREVIEW_KINDS.thumb, sha256, previews.thumb);
    await bundle.add(PREVIEW_KINDS.print, sha256, previews.print);
    await bundle.add(SERVED_KIND, sha256, piecesBytes(served));
    return keep(sha256, 'static', picture);
  }

  const once = (key: string, work: () => Promise<ManifestPicture>): Promise<ManifestPicture> => {
    const picture = underWay.get(key) ?? work();
    underWay.set(key, picture);
    return picture;
  };

  return {
    // One more than can be worked on, so that no thread waits for the next picture to be read from the pack.
    atOnce: Math.max(4, prepare.threads + 1),
    threads: prepare,
    async expect(sha256s) {
      const asked = sha256s.filter((sha256) => !ready.has(sha256) && !fresh.has(sha256));
      const known = await derived.known(FACT_KINDS.image, asked);
      for (const sha256 of asked) if (!known.has(sha256)) fresh.add(sha256);
    },
    readLayer: (sha256, bytes, sizes = []) => once(`image ${sha256}`, () => workOnLayer(sha256, bytes, sizes)),
    readStatic: (sha256, bytes) => once(`static ${sha256}`, () => workOnStatic(sha256, bytes)),
    commit: () => bundle.commit(),
    abort: () => bundle.abort(),
  };
}
