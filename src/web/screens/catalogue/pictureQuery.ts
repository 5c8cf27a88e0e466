/**
 * A configuration as the picture calls and the features calls take it.
 *
 *   PictureChoice
 *   choiceFields     colour, trim and the rest, comma-joined
 *   viewportCode     the three letters that the picture calls want
 *   pictureQuery     one angle of a configuration
 */
import type { Client, routes } from '../../../contract/index.ts';
import { splitChoice } from '../../../engine/codes.ts';
import type { Viewport } from '../../../engine/meta.ts';

export interface PictureChoice {
  readonly version: string;
  readonly viewport: Viewport;
  readonly model: 'LHD' | 'RHD';
  /** a resolution's name */
  readonly size: string | undefined;
  /** chosen features */
  readonly options: readonly string[];
}

type PictureQuery = Parameters<Client<typeof routes>['imageFromOptions']>[0]['query'];

export function choiceFields(chosen: readonly string[]) {
  const { colour, trim, options } = splitChoice(chosen);
  return { colour, trim, rest: options.length > 0 ? options.join(',') : undefined };
}

export const viewportCode = (viewport: Viewport): 'ext' | 'int' => (viewport === 'exterior' ? 'ext' : 'int');

export function pictureQuery({ version, viewport, model, size, options }: PictureChoice, view: string): PictureQuery {
  const { colour, trim, rest } = choiceFields(options);
  return {
    versionId: version,
    viewport: viewportCode(viewport),
    driverType: model,
    size,
    view,
    color: colour,
    trim,
    options: rest,
  };
}
