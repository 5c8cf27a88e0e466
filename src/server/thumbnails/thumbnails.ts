/**
 * A thumbnail and the model words of each set of an area, made by a job when the set or its configuration has changed, so
 * that a list of many sets paints nothing. The picture shows the first version with its standard options.
 *
 *   Thumbnails, openThumbnails
 */
import { createHash } from 'node:crypto';
import { AREA_NAMES, type Area, type CarSummary } from '../../contract/index.ts';
import { paintPlan, picturesOf } from '../../engine/layers.ts';
import { modelWords } from '../../engine/modelWords.ts';
import type { ResolutionLimits } from '../../engine/resolutionLimits.ts';
import { sizeProblem } from '../../engine/resolutionLimits.ts';
import { standardView } from '../../engine/standardView.ts';
import { createPainter, type Painter } from '../../paint/index.ts';
import { type AreaJob, type Maker, openAreaJob } from '../catalogue/areaJob.ts';
import type { Catalogue, ServedSet } from '../catalogue/catalogue.ts';
import { configurationOf } from '../catalogue/compiled.ts';
import { ContentDamaged } from '../catalogue/damaged.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { compositionKey } from '../catalogue/servedSets.ts';
import { type LayerStores, layerSource } from '../pictures/layerSource.ts';

/** Raise this when the same content would get a different thumbnail. */
const THUMBNAIL_VERSION = 3;
/** pixels: a list shows 64 x 36, a tile 128 x 72, at double density */
const WIDTH = 256;
const HEIGHT = 144;
const PAINTER_BYTES = 64 * 1024 ** 2;

export interface Thumbnails extends AreaJob<'thumbnails'> {
  /** all sets of an area that have been processed, sorted by id */
  list(area: Area): Promise<CarSummary[]>;
  /** undefined if the set has none */
  picture(area: Area, disId: string): Promise<{ sha256: string; bytes: Buffer } | undefined>;
}

type Made = { readonly bytes: Buffer } | { readonly reason: string };

/** What to paint, or a sentence why there is nothing to paint. */
function planOf(set: ServedSet, limits: ResolutionLimits) {
  // Sorted by id, as the test screens and the page of the set list them.
  const [version] = (set.meta.versions ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!version) return { reason: 'No version is delivered.' };
  const view = standardView(set.profile, WIDTH);
  if (!view) return { reason: 'No asset profile says from which angles it is seen.' };
  const { viewport, angle, resolution } = view;
  const problem = sizeProblem(resolution, limits);
  if (problem !== undefined) return { reason: `${resolution.name}: ${problem}` };
  const { layers } = paintPlan<SetPicture>({
    layers: set.layers[viewport],
    chosen: configurationOf(set)
      .preselectedLayers(viewport, version.id)
      .map(({ layer }) => layer),
    angle,
    driver: 'LHD',
    resolution: resolution.name,
    pictures: picturesOf(set.pictures[viewport]),
  });
  if (layers.length === 0) return { reason: `No picture of the ${viewport} is delivered for the angle ${angle}.` };
  return { layers, resolution };
}

async function makeSmall(png: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(png).resize(WIDTH, HEIGHT, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }).toBuffer();
}

export function openThumbnails({
  catalogue,
  limits,
  ...stores
}: LayerStores & {
  catalogue: Catalogue;
  /** limits of the resolutions that may be painted */
  limits: ResolutionLimits;
}): Thumbnails {
  const { database } = stores;

  async function make(set: ServedSet, painterOf: () => Painter, signal: AbortSignal): Promise<Made> {
    const plan = planOf(set, limits);
    if (plan.reason !== undefined) return { reason: plan.reason };
    const { width, height } = plan.resolution;
    const layers = plan.layers.map(({ picture }) => layerSource(stores, picture));
    try {
      const { bytes } = await painterOf().paint({ layers, width, height, format: 'png' }, signal);
      return { bytes: await makeSmall(bytes) };
    } catch (error) {
      // An unavailable store is not the set's fault: the job will run again.
      if (!(error instanceof ContentDamaged)) throw error;
      return { reason: 'Its pictures cannot be read.' };
    }
  }

  function openMaker(signal: AbortSignal): Maker {
    let painter: Painter | undefined;
    const painterOf = () => {
      painter ??= createPainter({ memoryBytes: PAINTER_BYTES, workers: 1 });
      return painter;
    };
    return {
      async look(area, disId) {
        const composition = await catalogue.compositionOf(area, disId);
        const of = JSON.stringify([THUMBNAIL_VERSION, limits, compositionKey(composition)]);
        const contentHash = createHash('sha256').update(of).digest('hex');
        return {
          contentHash,
          async make() {
            const set = await catalogue.servedIncludingHidden(area, disId);
            const versions = set.meta.versions ?? [];
            const made = await make(set, painterOf, signal);
            const values = {
              contentHash,
              model: modelWords(versions.map(({ label }) => label)),
              versions: versions.length,
              ...('bytes' in made
                ? {
                    sha256: createHash('sha256').update(made.bytes).digest('hex'),
                    picture: made.bytes.toString('base64'),
                    reason: null,
                  }
                : { sha256: null, picture: null, reason: made.reason }),
            };
            await database.transaction((trx) =>
              trx
                .insertInto('thumbnails')
                .values({ area, disId, ...values })
                .onConflict((conflict) => conflict.columns(['area', 'disId']).doUpdateSet(values))
                .execute(),
            );
          },
        };
      },
      end: async () => painter?.close(),
    };
  }

  return {
    ...openAreaJob({
      database,
      catalogue,
      name: 'thumbnails',
      titleOf: (area) => `Thumbnails of ${AREA_NAMES[area]}`,
      table: 'thumbnails',
      openMaker,
    }),

    async list(area) {
      const rows = await database.background
        .selectFrom('thumbnails')
        .select(['disId', 'model', 'versions', 'sha256 as thumbnail', 'reason'])
        .where('area', '=', area)
        .orderBy('disId')
        .execute();
      return rows;
    },

    async picture(area, disId) {
      const row = await database.read
        .selectFrom('thumbnails')
        .select(['sha256', 'picture'])
        .where('area', '=', area)
        .where('disId', '=', disId)
        .executeTakeFirst();
      if (typeof row?.sha256 !== 'string' || row.picture === null) return undefined;
      return { sha256: row.sha256, bytes: Buffer.from(row.picture, 'base64') };
    },
  };
}
