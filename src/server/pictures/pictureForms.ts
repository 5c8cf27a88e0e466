/**
 * Prepares the pictures of a pack while it is read, so that everything is ready when the pack goes live: the facts about
 * each (size, box, format), the render-ready form of layers, the previews of static pictures. Forms are stored by content,
 * and content whose forms are stored is not prepared again.
 *
 *   PictureForms, FormStores
 *   openPictureForms
 */
import type { Canvas } from '../../paint/index.ts';
import type { DerivedForms } from '../catalogue/derivedForms.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import type { PngLimits } from '../platform/imageFiles/png.ts';
import { releaseBuffer } from '../platform/memory.ts';
import type { EntryBytes } from '../platform/zip/entryBytes.ts';
import { FACT_KINDS, formKind, type Preparer } from './prepare.ts';
import { PREVIEW_KINDS } from './previews.ts';
import { piecesBytes, STRIPPED_KIND } from './strippedPictures.ts';

export interface FormStores {
  derived: DerivedForms;
  prepare: Preparer;
  limits: PngLimits;
}

export interface PictureForms {
  /** Looks up many layers at once, before they are read one by one. */
  preload(sha256s: readonly string[]): Promise<void>;
  /**
   * @param sizes to prepare besides the picture's own
   * @throws Error with a sentence for the supplier
   */
  readLayer(sha256: string, bytes: EntryBytes, sizes?: readonly Canvas[]): Promise<ManifestPicture>;
  /** @throws Error with a sentence for the supplier */
  readStatic(sha256: string, bytes: EntryBytes): Promise<ManifestPicture>;
  /** how many pictures a caller should have in progress */
  readonly concurrency: number;
  /** Durable when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind. Does nothing after a commit. */
  abort(): Promise<void>;
}

/** @returns the pictures that have a render-ready form, with one query per size. */
async function readyOf(
  derived: DerivedForms,
  pictures: ReadonlyMap<string, ManifestPicture>,
): Promise<Map<string, ManifestPicture>> {
  const ready = new Map<string, ManifestPicture>();
  for (const [kind, some] of Map.groupBy(pictures, ([, picture]) => formKind(picture, picture))) {
    const known = await derived.known(
      kind,
      some.map(([sha256]) => sha256),
    );
    for (const [sha256, picture] of some) if (known.has(sha256)) ready.set(sha256, picture);
  }
  return ready;
}

/**
 * @param again          prepares everything again, replacing what is stored
 * @param pictureFacts   facts about layers from the last upload of this pack: most pictures of a pack that is sent again
 *                       are unchanged, and a look-up for each would cost more than all the rest
 */
export async function openPictureForms(
  { derived, prepare, limits }: FormStores,
  {
    again = false,
    pictureFacts = new Map(),
  }: { again?: boolean; pictureFacts?: ReadonlyMap<string, ManifestPicture> } = {},
): Promise<PictureForms> {
  const pictureLimits = { side: limits.side, pixels: limits.pixels };
  const ready = await readyOf(derived, pictureFacts);
  /** layers without stored facts */
  const unknown = new Set<string>();
  const bundle = await derived.bundle();
  const inProgress = new Map<string, Promise<ManifestPicture>>();

  /** Facts without a render-ready form do not count: stores of old versions have such pictures. */
  async function storedFacts(sha256: string, kind: 'image' | 'static'): Promise<ManifestPicture | undefined> {
    const known = await derived.read(FACT_KINDS[kind], sha256);
    if (!known) return undefined;
    const picture = JSON.parse(known.toString('utf8')) as ManifestPicture;
    if (kind === 'static') return picture;
    return (await derived.known(formKind(picture, picture), [sha256])).has(sha256) ? picture : undefined;
  }

  async function addFacts(
    sha256: string,
    kind: 'image' | 'static',
    picture: ManifestPicture,
  ): Promise<ManifestPicture> {
    await bundle.add(FACT_KINDS[kind], sha256, Buffer.from(JSON.stringify(picture)));
    return picture;
  }

  async function prepareLayer(sha256: string, bytes: EntryBytes, sizes: readonly Canvas[]): Promise<ManifestPicture> {
    const isNew = again || unknown.has(sha256);
    const known = isNew ? undefined : (ready.get(sha256) ?? (await storedFacts(sha256, 'image')));
    if (known) return known;
    const { forms, width, height, box } = await prepare.prepare({ picture: bytes, limits: pictureLimits, sizes });
    const picture: ManifestPicture = { width, height, box, format: 'png' };
    for (const form of forms) {
      await bundle.add(formKind(form, { width, height }), sha256, form.bytes);
      releaseBuffer(form.bytes);
    }
    return addFacts(sha256, 'image', picture);
  }

  async function prepareStatic(sha256: string, bytes: EntryBytes): Promise<ManifestPicture> {
    const known = again ? undefined : await storedFacts(sha256, 'static');
    if (known) return known;
    const { picture, previews, served } = await prepare.prepareStatic({ static: bytes, limits: pictureLimits });
    await bundle.add(PREVIEW_KINDS.thumb, sha256, previews.thumb);
    await bundle.add(PREVIEW_KINDS.print, sha256, previews.print);
    await bundle.add(STRIPPED_KIND, sha256, piecesBytes(served));
    return addFacts(sha256, 'static', picture);
  }

  const once = (key: string, work: () => Promise<ManifestPicture>): Promise<ManifestPicture> => {
    const picture = inProgress.get(key) ?? work();
    inProgress.set(key, picture);
    return picture;
  };

  return {
    // One more than there are threads, so that no thread waits for the next picture to be read from the pack.
    concurrency: Math.max(4, prepare.threads + 1),
    async preload(sha256s) {
      const wanted = sha256s.filter((sha256) => !ready.has(sha256) && !unknown.has(sha256));
      const known = await derived.known(FACT_KINDS.image, wanted);
      for (const sha256 of wanted) if (!known.has(sha256)) unknown.add(sha256);
    },
    readLayer: (sha256, bytes, sizes = []) => once(`image ${sha256}`, () => prepareLayer(sha256, bytes, sizes)),
    readStatic: (sha256, bytes) => once(`static ${sha256}`, () => prepareStatic(sha256, bytes)),
    commit: () => bundle.commit(),
    abort: () => bundle.abort(),
  };
}
