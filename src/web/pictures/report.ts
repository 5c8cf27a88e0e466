/**
 * What is at a point of a picture, as text for a ticket.
 *
 *   reportText
 *   visibleLayers   those that add to the colour at the point
 */
import type { PictureLayer, PictureLayers } from '../../contract/index.ts';
import { viewerTexts } from '../texts/viewer.ts';
import type { Point } from './viewerPicture.ts';

const { report: texts } = viewerTexts;

export const visibleLayers = ({ layers }: PictureLayers): PictureLayer[] =>
  layers.filter(({ at }) => at !== undefined && at.share > 0);

/** @param about lines that name the area, the set and the choice; @param link to the screen */
export function reportText(found: PictureLayers, { x, y }: Point, about: readonly string[], link: string): string {
  const layers = visibleLayers(found).flatMap(({ layer, family, at, pack, path, sha256, uploadedBy, uploadedAt }) => [
    texts.layer(at?.share ?? 0, family, layer),
    texts.file(pack, path),
    texts.upload(uploadedBy, uploadedAt),
    texts.hash(sha256),
  ]);
  return [
    link,
    ...about,
    texts.point(found.angle, found.resolution, x, y),
    '',
    ...(layers.length > 0 ? layers : [texts.nothing]),
  ].join('\n');
}
