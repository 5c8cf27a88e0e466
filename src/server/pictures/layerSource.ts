/**
 * Loads layers for the painter: the render-ready form, in the wanted size if there is one. A missing form is made from the
 * delivered picture; a damaged one is made again, with a log line.
 *
 *   LayerStores
 *   layerSource
 */
import type { Canvas, CorruptRenderReady, LayerBytes, LayerSource } from '../../paint/index.ts';
import type { DerivedForms } from '../catalogue/derivedForms.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import { writeAlone } from '../journal/journal.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';
import { formKind, type Preparer } from './prepare.ts';

export interface LayerStores {
  database: Database;
  blobs: Blobs;
  derived: DerivedForms;
  prepare: Preparer;
}

export function layerSource(stores: LayerStores, picture: SetPicture): LayerSource {
  const { database, blobs, derived, prepare } = stores;
  const own: Canvas = { width: picture.picture.width, height: picture.picture.height };
  const isOwn = (size: Canvas) => size.width === own.width && size.height === own.height;
  let loaded = own;

  const ready = (bytes: Uint8Array): LayerBytes => ({ kind: 'renderReady', bytes });

  async function make(size: Canvas): Promise<LayerBytes> {
    const bytes = await readStoredFile(blobs, picture);
    const { forms } = await prepare.prepare({ picture: bytes, sizes: isOwn(size) ? [] : [size] }, 'forCall');
    for (const form of forms) await derived.put(formKind(form, own), picture.sha256, form.bytes);
    return ready((forms.at(-1) as (typeof forms)[number]).bytes);
  }

  return {
    key: picture.sha256,
    size: own,
    async load(wanted) {
      for (const size of isOwn(wanted) ? [own] : [wanted, own]) {
        const bytes = await derived.read(formKind(size, own), picture.sha256);
        loaded = size;
        if (bytes) return ready(bytes);
      }
      return make(own);
    },
    async fallback(found: CorruptRenderReady) {
      await writeAlone(database, {
        status: 'WARN',
        context: 'pictures',
        about: 'imageSets',
        message: `picture ${picture.path} of ${picture.pack}: its render-ready form of ${loaded.width} x ${loaded.height} was damaged (${found.message}) and is made again from the picture.`,
        who: 'system',
      });
      return make(loaded);
    },
  };
}
