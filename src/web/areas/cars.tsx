/**
 * The thumbnail and model words of a set, beside its id wherever sets are listed. A user who may see no area sees only ids.
 *
 *   CarRow      thumbnail, what the caller puts into the first line, and the model words below: as high as a row
 *   CarCell     the same for a set of any area
 *   CarText     the same for a text that names a set
 *   CutText     a text of one line in a row, cut where there is no room
 *   CarTitle    the same in a title, larger
 */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Area } from '../../contract/index.ts';
import { useSession } from '../app/session.tsx';
import { carTexts } from '../texts/cars.ts';
import { SetText, setIdIn } from '../ui/SetLink.tsx';
import { CarThumbnail, THUMBNAIL_WIDTH, Thumbnail } from './Thumbnail.tsx';
import { type Car, useCar } from './useCars.ts';

/** pixels, in the title of a dialog */
const TITLE_WIDTH = 64;
const TITLE_HEIGHT = 36;
/** below this width, the thumbnail would push out the id of 16 characters and a button beside it: it is smaller */
const NARROW = 'calc(16ch + 70px)';
const SMALL = { width: 28, height: 16 } as const;
/** Two lines of 14 and 13 pixels fit into a row. */
const LINE_HEIGHT = '14px';
/** The descenders of a text of 13 pixels reach below such a line. */
const CUT = { display: 'block', overflow: 'clip', overflowClipMargin: '3px', textOverflow: 'ellipsis' } as const;
const WORDS = { fontSize: '0.6875rem', lineHeight: '13px', color: 'text.secondary' } as const;

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
              width: THUMBNAIL_WIDTH,
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
  const disId = setIdIn(text);
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
  const disId = setIdIn(text);
  return disId === undefined ? <SetText text={text} /> : <TitleOf disId={disId} text={text} />;
}

function TitleOf({ disId, text }: { disId: string; text: string }) {
  const car = useCar(disId);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <CarThumbnail disId={disId} width={TITLE_WIDTH} height={TITLE_HEIGHT} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <SetText text={text} />
        <Box component="span" sx={{ ...WORDS, display: 'block', fontWeight: 400, minHeight: WORDS.lineHeight }}>
          {car && carTexts.words(car.model, car.versions)}
        </Box>
      </Box>
    </Box>
  );
}
