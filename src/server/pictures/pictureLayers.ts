/**
 * The layers of a picture with the delivered files that they are painted from: which pack, who uploaded it, when. With a
 * point, also what each layer has there.
 *
 *   openPictureLayers
 */
import type { PictureLayer, PictureLayers } from '../../contract/pictures.ts';
import { type ResolutionLimits, sizeProblem } from '../../engine/resolutionLimits.ts';
import type { Painter, Pixel, Point } from '../../paint/index.ts';
import type { CallerCatalogue } from '../catalogue/callerCatalogue.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import { accountOf } from '../handlers.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import type { PictureCall } from './answer.ts';
import { type LayerStores, layerSource } from './layerSource.ts';
import { forCaller, whileConnected } from './paintFailures.ts';
import { type PictureQuery, specOf } from './pictureSpec.ts';
import type { NamedBy, PlannedPicture, PlanPicture } from './plans.ts';

interface Upload {
  readonly uploadedBy: string;
  readonly uploadedAt: string;
}
type Packs = readonly { readonly pack: string; readonly packSha256: string }[];
const keyOf = (fileName: string, sha256: string) => `${fileName} ${sha256}`;

/** @returns the last upload of each pack with these bytes that was live */
async function uploadsOf(database: Database, packs: Packs): Promise<Map<string, Upload>> {
  const rows = await database.read
    .selectFrom('packs')
    .select(['fileName', 'sha256', 'uploadedBy', 'uploadedAt'])
    .where('fileName', 'in', [...new Set(packs.map(({ pack }) => pack))])
    .where('sha256', 'in', [...new Set(packs.map(({ packSha256 }) => packSha256))])
    .where('liveAt', 'is not', null)
    .orderBy('number')
    .execute();
  return new Map(
    rows.map(({ fileName, sha256, uploadedBy, uploadedAt }) => [
      keyOf(fileName, sha256),
      { uploadedBy, uploadedAt: new Date(Number(uploadedAt)).toISOString() },
    ]),
  );
}

/** @param pixels bottom first. @returns how much of the visible colour comes from each of them, 0 to 1 */
function sharesOf(pixels: readonly Pixel[]): number[] {
  let uncovered = 1;
  return pixels.toReversed().map(([, , , alpha]) => {
    const share = (uncovered * alpha) / 255;
    uncovered -= share;
    return share;
  });
}

export interface LayersRequest {
  readonly set: ServedSet;
  readonly query: PictureQuery;
  readonly names: readonly string[];
  readonly namedBy: NamedBy;
  /** absent: only the files */
  readonly point: Point | undefined;
}

export function openPictureLayers({
  planPicture,
  painter,
  limits,
  ...stores
}: LayerStores & { planPicture: PlanPicture; painter: Painter; limits: ResolutionLimits }) {
  /** @returns bottom first. @throws ApiError 400, 499, 500, 503 */
  async function pixelsAt(
    set: ServedSet,
    { layers, resolution }: PlannedPicture,
    point: Point,
    { caller, request, reply }: PictureCall,
  ): Promise<readonly Pixel[]> {
    const { name, width, height } = resolution;
    const problem = sizeProblem(resolution, limits);
    if (problem !== undefined) throw badRequest('too-large', `${set.disId}, ${name}: ${problem}`);
    if (point.x >= width || point.y >= height) {
      throw badRequest('outside', `The point ${point.x}, ${point.y} is outside ${name}, ${width} x ${height} pixels.`);
    }
    const sources = layers.map(({ picture }) => layerSource(stores, picture));
    return forCaller(set, () =>
      painter.pixelsAt({ layers: sources, width, height, point }, whileConnected(reply), accountOf(caller, request)),
    );
  }

  /** @param seen the catalogue as the caller sees it. @throws ApiError 400, 404, 499, 500, 503 */
  return async function readPictureLayers(
    { set, query, names, namedBy, point }: LayersRequest,
    seen: CallerCatalogue,
    call: PictureCall,
  ): Promise<PictureLayers> {
    const planned = planPicture(set, query, names, namedBy);
    const { viewport, angle } = specOf(set, query);
    const families = new Map(
      set.layers[viewport]?.families.flatMap((family) => family.layers.map((layer) => [layer.name, family.name])),
    );
    const files = planned.layers.map(({ picture }) => picture);
    const [pixels, uploads, packNames] = await Promise.all([
      point && pixelsAt(set, planned, point, call),
      uploadsOf(stores.database, files),
      seen.redactNames([...new Set(files.map(({ pack }) => pack))]),
    ]);
    const shares = pixels && sharesOf(pixels);
    const top = planned.layers.length - 1;
    const { name: resolution, width, height } = planned.resolution;
    const layers = planned.layers.toReversed().map(({ layer, picture }, i): PictureLayer => {
      const { path, sha256, pack, packSha256 } = picture;
      const upload = uploads.get(keyOf(pack, packSha256));
      const scaled = picture.picture.width !== width || picture.picture.height !== height;
      const rgba = pixels?.[top - i];
      return {
        ...{ layer, family: families.get(layer) ?? '', path, sha256, scaled, pack: packNames.get(pack) ?? pack },
        ...{ uploadedBy: upload?.uploadedBy ?? null, uploadedAt: upload?.uploadedAt ?? null },
        ...(rgba && { at: { rgba, share: shares?.[i] ?? 0 } }),
      };
    });
    return { disId: set.disId, angle, resolution, width, height, layers };
  };
}
