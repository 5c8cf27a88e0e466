/**
 * The thumbnail and model words of a set, beside its id wherever sets are listed. A user who may see no area sees only ids.
 *
 *   useCars     of an area, by set id
 *   CarRow      thumbnail, what the caller puts into the first line, and the model words below: as high as a row
 *   Thumbnail   the picture alone
 *   CarCell     the same for a set of any area
 *   CarText     the same for a text that names a set
 *   CutText     a text of one line in a row, cut where there is no room
 *   CarTitle    the same in a title, larger
 *   CarPlace    the thumbnail of a set of any area, in a space that is reserved for it
 */
import Box from '@mui/material/Box';
import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { AREAS, type Area, type CarSummary, urlOf } from '../../contract/index.ts';
import { api } from '../api/api.ts';
import { withSession } from '../api/otherHost.ts';
import { wire } from '../api/wire.ts';
import { addressOf } from '../app/environment.ts';
import { useSession } from '../app/session.tsx';
import { carTexts } from '../texts/cars.ts';
import { SetText, setIn } from '../ui/SetLink.tsx';

export interface Car extends CarSummary {
  readonly area: Area;
}
type Cars = ReadonlyMap<string, Car>;

/** A thumbnail is made a moment after its set has changed. */
const RELOAD_INTERVAL_MS = 15_000;
/** pixels, in a row of 36 */
const WIDTH = 48;
const HEIGHT = 27;
/** pixels, in the title of a dialog */
const TITLE_WIDTH = 64;
const TITLE_HEIGHT = 36;
/** below this width, the thumbnail would push out the id of 16 characters and a button beside it: it is smaller */
const NARROW = 'calc(16ch + 70px)';
const SMALL = { width: 28, height: 16 } as const;
/** light in both looks: shadows and dark cars vanish on a dark background */
const PLATE = '#eceff1';
/** Two lines of 14 and 13 pixels fit into a row. */
const LINE_HEIGHT = '14px';
/** The descenders of a text of 13 pixels reach below such a line. */
const CUT = { display: 'block', overflow: 'clip', overflowClipMargin: '3px', textOverflow: 'ellipsis' } as const;
const WORDS = { fontSize: '0.6875rem', lineHeight: '13px', color: 'text.secondary' } as const;

const queryOf = (area: Area, enabled: boolean) =>
  ({
    queryKey: ['sets', area, 'cars'],
    queryFn: ({ signal }) => api(area).cars({ signal }),
    enabled,
    // A list is usable without pictures: a failure is not reported, and the next attempt waits as long.
    refetchInterval: RELOAD_INTERVAL_MS,
  }) satisfies UseQueryOptions<CarSummary[]>;

const byId = (area: Area, cars: readonly CarSummary[] | undefined): Cars =>
  new Map(cars?.map((car) => [car.disId, { ...car, area }]));

export function useCars(area: Area): Cars {
  const { areas } = useSession();
  const { data } = useQuery(queryOf(area, areas.includes(area)));
  return useMemo(() => byId(area, data), [area, data]);
}

/** The car in the first area that has the set, among those that the user may see. */
function useCarsOfAnyArea(): Cars {
  const { areas } = useSession();
  return useQueries({
    queries: AREAS.map((area) => queryOf(area, areas.includes(area))),
    combine: joinAreas,
  });
}
const joinAreas = (results: readonly { data: CarSummary[] | undefined }[]): Cars =>
  new Map(AREAS.flatMap((area, at) => [...byId(area, results[at]?.data)]).toReversed());

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
export function Thumbnail({ car, width = WIDTH, height = HEIGHT }: { car: Car; width?: number; height?: number }) {
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

/**
 * Space for the picture is reserved before it is loaded, and the children stay the same elements, so that what a user
 * is about to press neither moves nor is replaced.
 *
 * @param car undefined: not known yet, or none
 */
export function CarRow({ car, children }: { car: Car | undefined; children: ReactNode }) {
  const { areas } = useSession();
  return (
    <Box component="span" sx={{ display: 'block', containerType: 'inline-size' }}>
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minWidth: 0,
          [`@container (max-width: ${NARROW})`]: { gap: 0.5 },
        }}
      >
        {areas.length > 0 && (
          <Box
            component="span"
            sx={{
              flex: 'none',
              width: WIDTH,
              [`@container (max-width: ${NARROW})`]: { width: SMALL.width, '& > *': SMALL },
            }}
          >
            {car && <Thumbnail car={car} />}
          </Box>
        )}
        <Box component="span" sx={{ minWidth: 0, ...(car && { lineHeight: LINE_HEIGHT }) }}>
          {children}
          {car && (
            <Box component="span" sx={{ ...WORDS, ...CUT }}>
              {carTexts.words(car.model, car.versions)}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** @param area whose content is shown if it has the set; absent: the first area that has it */
export function useCar(disId: string, area?: Area): Car | undefined {
  const anywhere = useCarsOfAnyArea().get(disId);
  return useCars(area ?? 'embargo').get(disId) ?? anywhere;
}

export function CarCell({ disId, area, children }: { disId: string; area?: Area | undefined; children: ReactNode }) {
  return <CarRow car={useCar(disId, area)}>{children}</CarRow>;
}

export const CutText = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ ...CUT, minWidth: 0 }}>
    {children}
  </Box>
);

/** A text that names several sets has no picture. */
export function CarText({ text, area }: { text: string; area?: Area | undefined }) {
  const disId = setIn(text);
  if (disId === undefined) return <SetText text={text} />;
  return (
    <CarCell disId={disId} area={area}>
      <CutText>
        <SetText text={text} />
      </CutText>
    </CarCell>
  );
}

/** Its space is reserved while the car is loading. */
export function CarTitle({ text }: { text: string }) {
  const disId = setIn(text);
  return disId === undefined ? <SetText text={text} /> : <TitleOf disId={disId} text={text} />;
}

/** The picture in a reserved space; nothing for a user who may see no area. */
export function CarPlace({
  disId,
  area,
  width = WIDTH,
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

function TitleOf({ disId, text }: { disId: string; text: string }) {
  const car = useCar(disId);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <CarPlace disId={disId} width={TITLE_WIDTH} height={TITLE_HEIGHT} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <SetText text={text} />
        <Box component="span" sx={{ ...WORDS, display: 'block', fontWeight: 400, minHeight: WORDS.lineHeight }}>
          {car && carTexts.words(car.model, car.versions)}
        </Box>
      </Box>
    </Box>
  );
}
