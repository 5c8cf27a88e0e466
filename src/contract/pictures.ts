/** Painted pictures of a set. */
import { z } from 'zod';
import { route } from './route.ts';
import { Angle, CommaList, DriverParam, ViewportParam } from './words.ts';

export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

const common = {
  viewport: ViewportParam.default('exterior'),
  driverType: DriverParam.optional(),
  /** a resolution's name */
  size: z.string().max(100).optional(),
  /** an angle's name */
  view: Angle,
  /** overrides what Accept asks for */
  format: z.enum(PICTURE_FORMATS).optional(),
};

export const pictureRoutes = {
  image: route({
    method: 'GET',
    path: '/api/v2/image/dis/:id/image',
    summary: 'The picture of the named layers from an angle',
    permission: 'pictures',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    query: z.object({ ...common, layers: CommaList.default('') }),
    answer: z.any(),
    media: 'image/*',
  }),
} as const;
