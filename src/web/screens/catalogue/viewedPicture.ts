/**
 * One angle of a configuration as tiles and the viewer show it: how it is loaded, where it is in full size, which layers are
 * at a point, and what a report says about it.
 *
 *   viewedPicture
 */
import { type Area, createClient, urlOf } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import type { BrowserCalls } from '../../api/browserCalls.ts';
import { fetchAsUser } from '../../api/sending.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { pictureTexts } from '../../texts/pictures.ts';
import { testTexts } from '../../texts/testScreens.ts';
import type { Side } from './comparison.ts';
import { pictureQuery } from './pictureQuery.ts';

const { about: texts } = testTexts;

/** Calls of the lowest urgency of RFC 9218. */
const callsAhead = (area: Area) =>
  createClient<BrowserCalls>(wire, {
    base: addressOf(area),
    fetch: fetchAsUser,
    headers: () => ({ priority: 'u=7' }),
  });

/**
 * @param shows what the picture shows: the car, then what was chosen
 * @param title in the viewer; pictures that are shown together have different ones
 */
export function viewedPicture(side: Side, angle: string, shows: readonly string[], title = angle): ViewedPicture {
  const { area, disId, version, viewport: view, model, options, layers } = side;
  const calls = api(area);
  const params = { id: disId };
  const common = {
    title,
    alt: pictureTexts.alt(view, angle, shows),
    area,
    about: [
      texts.set(area, disId),
      texts.view(view, model),
      layers ? texts.layers(layers) : texts.options(version, options),
    ],
  };
  const { format: _format, ...fromOptions } = pictureQuery(side, angle);
  if (!layers) {
    return {
      ...common,
      link: urlOf(wire.debugImageFromOptions, { params, query: fromOptions }, addressOf(area)),
      queryKey: ['imageFromOptions', area, disId, fromOptions],
      load: async (signal, format, isAhead) =>
        (
          await (isAhead ? callsAhead(area) : calls).imageFromOptions({
            params,
            query: { ...fromOptions, format },
            signal,
          })
        ).blob(),
      layersAt: (point, signal) => calls.pictureLayers({ params, query: { ...fromOptions, ...point }, signal }),
    };
  }
  const { viewport, driverType, size } = fromOptions;
  const query = { viewport, driverType, size, view: angle, layers: layers.join(',') };
  return {
    ...common,
    link: urlOf(wire.image, { params, query }, addressOf(area)),
    queryKey: ['image', area, disId, query],
    load: async (signal, format, isAhead) =>
      (await (isAhead ? callsAhead(area) : calls).image({ params, query: { ...query, format }, signal })).blob(),
    layersAt: (point, signal) => calls.pictureLayers({ params, query: { ...query, ...point }, signal }),
  };
}
