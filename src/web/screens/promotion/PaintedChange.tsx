/**
 * The car before and after a promotion or roll back, with standard options: side by side, or in one place: swapped by hand or
 * blinking. A click on one of two opens the viewer, with all angles.
 */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaintedDiff, PaintedState } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { REDUCED_MOTION } from '../../app/globalStyles.ts';
import { fittingResolution } from '../../pictures/fittingResolution.ts';
import { useViewer } from '../../pictures/useViewer.tsx';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { diffTexts, paintedTexts as texts } from '../../texts/history.ts';
import { pictureTexts } from '../../texts/pictures.ts';
import { viewerTexts } from '../../texts/viewer.ts';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { type Change, paintedDiffOf } from './content.ts';
import { NoPicture, PaintedCar, RATIO, ratioOf } from './PaintedCar.tsx';
import { SwappedCars } from './SwappedCars.tsx';

/** widest that a car is shown in the dialog, CSS pixels */
const WIDTH = 464;
/** of the word below a car */
const CAPTION = '20px';
const FRAME = { width: WIDTH, maxWidth: '100%', minWidth: 0 } as const;

const VIEWS = ['side', 'swap', 'blink'] as const;
type View = (typeof VIEWS)[number];

type SideName = 'before' | 'after';
interface Side {
  readonly name: SideName;
  readonly state: PaintedState;
}

/** @param width CSS pixels */
function pictureOf(
  { name, state }: Side,
  {
    disId,
    change,
    viewport,
    angle,
    width,
  }: { disId: string; change: Change; viewport: PaintedDiff['viewport']; angle: string; width: number },
): ViewedPicture {
  const delivered = state.resolutions.filter(({ angles }) => angles?.includes(angle) ?? true);
  const size = fittingResolution(delivered, width)?.name;
  const query = { ...change, side: name, view: angle, size };
  return {
    title: texts.pictureTitle(angle, diffTexts[name]),
    alt: pictureTexts.alt(viewport, angle, [state.label, diffTexts[name]]),
    queryKey: ['paintedState', disId, query],
    load: async (signal, format) => {
      if (!state.angles.includes(angle)) throw new Error(texts.noAngle(angle));
      return (await api().setPaintedState({ params: { id: disId }, query: { ...query, format }, signal })).blob();
    },
  };
}

export function PaintedChange({ disId, change }: { disId: string; change: Change }) {
  const [view, setView] = useState<View>('side');
  // Who wants no motion swaps by hand.
  const isStill = useMediaQuery(REDUCED_MOTION, { noSsr: true });
  const painted = useQuery({
    queryKey: ['paintedDiff', disId, change],
    queryFn: ({ signal }) => paintedDiffOf(disId, change, signal),
    staleTime: 0,
  });
  const { data } = painted;
  const sides = (['before', 'after'] as const).flatMap((name): Side[] => {
    const state = data?.[name];
    return state ? [{ name, state }] : [];
  });
  const angles = [...new Set(sides.toReversed().flatMap(({ state }) => state.angles))];
  const of = (side: Side, angle: string, width: number) =>
    pictureOf(side, { disId, change, viewport: data?.viewport ?? 'exterior', angle, width });
  const shownSides = sides.filter(({ state }) => state.reason === null);
  const viewer = useViewer(
    angles.flatMap((angle) => shownSides.map((side) => of(side, angle, window.innerWidth))),
    { angles: true, sides: Math.max(1, shownSides.length) },
  );
  // Why there is none, or that the counts alone are shown, stands below.
  if (painted.error || (data && sides.length === 0)) return null;
  const [angle] = angles;
  const isBoth = shownSides.length === 2;
  const isInPlace = isBoth && view !== 'side';
  const [first, second] = sides;
  const isOther = first && second && first.state.version !== second.state.version && isBoth;
  const { version = '', label = '' } = sides.at(-1)?.state ?? {};
  return (
    <Box component="section" aria-label={texts.title} sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 40, mb: 0.5 }}>
        <Typography variant="h2" component="h3">
          {sides.length === 1 ? texts.added : texts.title}
        </Typography>
        {isBoth && (
          <ToggleChoice
            label={texts.showAs}
            value={view}
            choices={VIEWS.filter((one) => one !== 'blink' || !isStill).map((value) => ({
              value,
              label: texts.views[value],
            }))}
            onChange={setView}
            buttonSx={{ py: 0.25 }}
          />
        )}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {isOther
            ? texts.otherVersion(first.state.version, second.state.version)
            : version !== '' && texts.version(version, label)}
        </Typography>
      </Box>
      {data === undefined && (
        <Skeleton variant="rectangular" sx={{ ...FRAME, height: 'auto', aspectRatio: RATIO, mb: CAPTION }} />
      )}
      {isInPlace && angle !== undefined ? (
        <SwappedCars
          cars={shownSides.map((side) => ({
            name: side.name,
            picture: of(side, angle, WIDTH),
            ratio: ratioOf(side.state),
          }))}
          width={WIDTH}
          blinks={view === 'blink'}
          onStop={() => setView('swap')}
        />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {sides.map((side) => {
            // An added picture needs no label: there is nothing beside it.
            const caption = sides.length === 2 || side.name === 'before' ? diffTexts[side.name] : diffTexts.added;
            const first = side.state.angles[0] ?? angle;
            const at = angle !== undefined && side.state.angles.includes(angle) ? angle : first;
            if (side.state.reason !== null || at === undefined) {
              return (
                <Box key={side.name} sx={FRAME}>
                  <NoPicture reason={side.state.reason ?? texts.nothing} caption={caption} />
                </Box>
              );
            }
            const picture = of(side, at, WIDTH);
            return (
              <ButtonBase
                key={side.name}
                aria-label={`${viewerTexts.enlarge(picture.alt)}: ${caption}`}
                onClick={() => viewer.open(picture.title)}
                sx={{ ...FRAME, display: 'block', textAlign: 'left' }}
              >
                <PaintedCar picture={picture} caption={caption} ratio={ratioOf(side.state)} />
              </ButtonBase>
            );
          })}
        </Box>
      )}
      {viewer.element}
    </Box>
  );
}
