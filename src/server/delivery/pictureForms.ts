/**
 * What is learnt and made of a pack's pictures while it is read, so that everything is ready when the pack goes live:
 * size and box of each, the render-ready form of layers, the small forms of static pictures. All of it is kept by
 * content; a content that is known, from this pack or any before it, is not worked on again.
 *
 *   PictureForms, FormStores
 *   openPictureForms
 */
import type { Canvas } from '../../paint/index.ts';
import type { Bundle, Derived } from '../catalogue/derived.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { formKind, type Prepare } from '../pictures/prepare.ts';
import { makePreviews, PREVIEW_KINDS } from '../pictures/previews.ts';
import type { PackLimits } from './limits.ts';
import { readLayer, readStatic } from './picture.ts';

export interface FormStores {
  derived: Derived;
  prepare: Prepare;
  limits: PackLimits;
}
export interface PictureForms {
  /**
   * @param sizes that a layer is made ready for beside its own
   * @throws Error with a sentence for the supplier
   */
  read(sha256: string, bytes: Buffer, kind: 'image' | 'static', sizes?: readonly Canvas[]): Promise<ManifestPicture>;
  /** how many are worked on at once */
  readonly atOnce: number;
  /** Durable when it resolves. */
  commit(): Promise<void>;
  /** Leaves nothing behind; after commit it does nothing. */
  abort(): Promise<void>;
}

/** What was learnt of a picture, as JSON. Grows when the same picture would teach something else. */
const learntKind = (kind: 'image' | 'static') => `learnt.${kind}.1`;

async function addStatic(bundle: Bundle, sha256: string, bytes: Buffer, limits: PackLimits): Promise<ManifestPicture> {
  const picture = await readStatic(bytes, limits);
  const { thumb, print } = await makePreviews(bytes);
  await bundle.add(PREVIEW_KINDS.thumb, sha256, thumb);
  await bundle.add(PREVIEW_KINDS.print, sha256, print);
  return picture;
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
 * @param before  what was learnt of layers when the pack was sent before: most of a pack that comes again is known, and
 *                asking for each picture would cost more than all else that is done with it
 */
export async function openPictureForms(
  { derived, prepare, limits }: FormStores,
  { again = false, before = new Map() }: { again?: boolean; before?: ReadonlyMap<string, ManifestPicture> } = {},
): Promise<PictureForms> {
  const ready = await readyOf(derived, before);
  const bundle = await derived.bundle();
  const underWay = new Map<string, Promise<ManifestPicture>>();

  /** Known with its render-ready form: an older store knows pictures that were never made ready. */
  async function learnt(sha256: string, kind: 'image' | 'static'): Promise<ManifestPicture | undefined> {
    const known = await derived.read(learntKind(kind), sha256);
    if (!known) return undefined;
    const picture = JSON.parse(known.toString('utf8')) as ManifestPicture;
    if (kind === 'static') return picture;
    return (await derived.known(formKind(picture), [sha256])).has(sha256) ? picture : undefined;
  }

  async function work(
    sha256: string,
    bytes: Buffer,
    kind: 'image' | 'static',
    sizes: readonly Canvas[],
  ): Promise<ManifestPicture> {
    const known = again ? undefined : (kind === 'image' && ready.get(sha256)) || (await learnt(sha256, kind));
    if (known) return known;
    let picture: ManifestPicture;
    if (kind === 'static') picture = await addStatic(bundle, sha256, bytes, limits);
    else {
      const layer = await readLayer(bytes, limits, prepare, sizes);
      picture = layer.picture;
      for (const form of layer.forms) await bundle.add(formKind(form), sha256, form.bytes);
    }
    await bundle.add(learntKind(kind), sha256, Buffer.from(JSON.stringify(picture)));
    return picture;
  }

  return {
    // One more than can be worked on, so that no thread waits for the next picture to be read from the pack.
    atOnce: Math.max(4, prepare.threads + 1),
    read(sha256, bytes, kind, sizes = []) {
      const key = `${kind} ${sha256}`;
      const picture = underWay.get(key) ?? work(sha256, bytes, kind, sizes);
      underWay.set(key, picture);
      return picture;
    },
    commit: () => bundle.commit(),
    abort: () => bundle.abort(),
  };
}
