/**
 * Where the painter takes a layer from: its render-ready form, of the wanted size if there is one. A form that was never
 * made or is lost is made from the delivered picture; one that is damaged is made again, and the journal says so.
 *
 *   LayerStores
 *   layerSource
 */
import type { Canvas, CorruptRenderReady, LayerBytes, LayerSource } from '../../paint/index.ts';
import type { Derived } from '../catalogue/derived.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import { writeAlone } from '../journal/journal.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';
import { formKind, type Prepare } from './prepare.ts';

export interface LayerStores {
  database: Database;
  blobs: Blobs;
  derived: Derived;
  prepare: Prepare;
}

export function layerSource(stores: LayerStores, picture: SetPicture): LayerSource {
  const { database, blobs, derived, prepare } = stores;
  const own: Canvas = { width: picture.picture.width, height: picture.picture.height };
  const isOwn = (size: Canvas) => size.width === own.width && size.height === own.height;
  let given = own;

  const ready = (bytes: Uint8Array): LayerBytes => ({ kind: 'renderReady', bytes });

  /** A full disk must not keep anybody from a picture: then it is made again the next time. */
  async function make(size: Canvas): Promise<LayerBytes> {
    const bytes = await readStoredFile(blobs, picture);
    const { forms } = await prepare.prepare({ picture: bytes, sizes: isOwn(size) ? [] : [size] }, 'forCall');
    for (const form of forms) {
      await derived.put(formKind(form), picture.sha256, form.bytes).catch(() => {});
    }
    return ready((forms.at(-1) as (typeof forms)[number]).bytes);
  }

  return {
    key: picture.sha256,
    async load(wanted) {
      for (const size of isOwn(wanted) ? [own] : [wanted, own]) {
        const bytes = await derived.read(formKind(size), picture.sha256);
        given = size;
        if (bytes) return ready(bytes);
      }
      return make(own);
    },
    async fallback(found: CorruptRenderReady) {
      await writeAlone(database, {
        status: 'WARN',
        context: 'pictures',
        about: 'imageSets',
        message: `picture ${picture.path} of ${picture.pack}: its render-ready form of ${given.width} x ${given.height} was damaged (${found.message}) and is made again from the picture.`,
        who: 'system',
      });
      return make(given);
    },
  };
}
