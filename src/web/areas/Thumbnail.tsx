/**
 * The picture of a set.
 *
 *   Thumbnail      the picture alone
 *   CarThumbnail   the thumbnail of a set of any area, in a space that is reserved for it
 */
import Box from '@mui/material/Box';
import { type Area, urlOf } from '../../contract/index.ts';
import { withSession } from '../api/otherHost.ts';
import { wire } from '../api/wire.ts';
import { addressOf } from '../app/environment.ts';
import { useSession } from '../app/session.tsx';
import { carTexts } from '../texts/cars.ts';
import { type Car, useCar } from './useCars.ts';

/** pixels, in a row of 36 */
export const THUMBNAIL_WIDTH = 48;
const HEIGHT = 27;
/** light in both looks: shadows and dark cars vanish on a dark background */
const PLATE = '#eceff1';

const thumbnailUrl = ({ area, disId, thumbnail: content }: Car): string =>
  urlOf(wire.thumbnail, { params: { id: disId }, query: { content } }, addressOf(area));

/** The title explains why there is no picture. */
const Placeholder = ({ reason, width, height }: { reason: string; width: number; height: number }) => (
  <Box
    component="svg"
    viewBox="0 0 56 32"
    role="img"
    aria-label={reason}
    sx={{ display: 'block', width, height, flex: 'none', color: 'text.disabled', opacity: 0.6 }}
  >
    <title>{reason}</title>
    <path
      d="M8 22h4a4 4 0 0 1 8 0h16a4 4 0 0 1 8 0h4c1 0 1-1 1-2v-3c0-2-2-3-8-4l-7-5c-1-1-3-1-5-1H20c-2 0-3 0-4 1l-4 5c-3 1-5 1-5 3v4c0 1 0 2 1 2zM16 13l3-4h8v4zm13 0V9h3l6 4z"
      fill="currentColor"
      fillRule="evenodd"
    />
  </Box>
);

/** @param width in pixels, as high as the picture's usual shape */
export function Thumbnail({
  car,
  width = THUMBNAIL_WIDTH,
  height = HEIGHT,
}: {
  car: Car;
  width?: number;
  height?: number;
}) {
  if (car.thumbnail === null) {
    return <Placeholder reason={car.reason ?? carTexts.noPicture} width={width} height={height} />;
  }
  const src = thumbnailUrl(car);
  return (
    <Box
      component="img"
      {...withSession(src)}
      src={src}
      alt=""
      loading="lazy"
      width={width}
      height={height}
      sx={{ display: 'block', flex: 'none', objectFit: 'contain', borderRadius: 0.5, bgcolor: PLATE }}
    />
  );
}

/** The picture in a reserved space; nothing for a user who may see no area. */
export function CarThumbnail({
  disId,
  area,
  width = THUMBNAIL_WIDTH,
  height = HEIGHT,
}: {
  disId: string;
  area?: Area | undefined;
  /** pixels */
  width?: number;
  height?: number;
}) {
  const { areas } = useSession();
  const car = useCar(disId, area);
  if (areas.length === 0) return null;
  return (
    <Box component="span" sx={{ flex: 'none', width, height }}>
      {car && <Thumbnail car={car} width={width} height={height} />}
    </Box>
  );
}
