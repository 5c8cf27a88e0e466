/**
 * The car before and after a promotion or roll back, with standard options: side by side, or swapped in one place. A click
 * opens the viewer, with all angles.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaintedDiff, PaintedState } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { checkerboard } from '../../app/theme.ts';
import { fittingResolution } from '../../pictures/fittingResolution.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { usePicture } from '../../pictures/usePicture.ts';
import { useViewer } from '../../pictures/useViewer.tsx';
import type { ViewedPicture } from '../../pictures/viewed.ts';
import { diffTexts, paintedTexts as texts } from '../../texts/history.ts';
import { pictureTexts } from '../../texts/pictures.ts';
import { viewerTexts } from '../../texts/viewer.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { detailOf } from '../../ui/failure.ts';
import { type Change, paintedDiffOf } from './content.ts';

const CHECKER = checkerboard(16);
/** widest that a car is shown in the dialog, CSS pixels */
const WIDTH = 464;
const RATIO = 16 / 9;
/** of the word below a car */
const CAPTION = '20px';
const FRAME = { width: WIDTH, maxWidth: '100%', minWidth: 0 } as const;

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
  const [view, setView] = useState<'side' | 'swap'>('side');
  const [swapped, setSwapped] = useState(false);
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
  const isSwap = isBoth && view === 'swap';
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
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={texts.showAs}
            value={view}
            onChange={(_event, next: 'side' | 'swap' | null) => next && setView(next)}
          >
            {(['side', 'swap'] as const).map((one) => (
              <ToggleButton key={one} value={one} sx={{ py: 0.25 }}>
                {texts.views[one]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
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
      {isSwap && angle !== undefined ? (
        <ButtonBase
          onClick={() => setSwapped(!swapped)}
          aria-label={`${swapped ? diffTexts.showAfter : diffTexts.showBefore}: ${diffTexts[swapped ? 'before' : 'after']}`}
          sx={{ display: 'block', width: '100%', maxWidth: WIDTH, position: 'relative', textAlign: 'left' }}
        >
          {shownSides.map((side) => (
            <Box
              key={side.name}
              component="span"
              sx={
                (side.name === 'before') === swapped
                  ? { display: 'block' }
                  : { position: 'absolute', inset: 0, visibility: 'hidden' }
              }
            >
              <Car
                picture={of(side, angle, WIDTH)}
                caption={texts.swapHint(diffTexts[side.name])}
                ratio={ratioOf(side.state)}
              />
            </Box>
          ))}
        </ButtonBase>
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
                <Car picture={picture} caption={caption} ratio={ratioOf(side.state)} />
              </ButtonBase>
            );
          })}
        </Box>
      )}
      {viewer.element}
    </Box>
  );
}

const ratioOf = ({ resolutions: [first] }: PaintedState): number => (first ? first.width / first.height : RATIO);

const Caption = ({ children }: { children: string }) => (
  <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
    {children}
  </Typography>
);

/** As wide as its frame; its space is reserved while it is loading. */
function Car({ picture, caption, ratio }: { picture: ViewedPicture; caption: string; ratio: number }) {
  const { error, shown, isFresh } = usePicture(picture);
  const url = useObjectUrl(shown);
  return (
    <>
      <Box
        component="span"
        sx={{ display: 'block', position: 'relative', aspectRatio: ratio, background: CHECKER, overflow: 'hidden' }}
      >
        {error ? (
          <Alert component="span" severity="info" role="note" sx={{ height: '100%', overflow: 'auto' }}>
            <FailureText text={detailOf(error)} />
          </Alert>
        ) : (
          url && (
            <Box
              component="img"
              src={url}
              alt={picture.alt}
              sx={{
                display: 'block',
                width: '100%',
                height: '100%',
                objectFit: 'contain',
                opacity: isFresh ? 1 : 0.45,
              }}
            />
          )
        )}
      </Box>
      <Caption>{caption}</Caption>
    </>
  );
}

const NoPicture = ({ reason, caption }: { reason: string; caption: string }) => (
  <>
    <Box sx={{ aspectRatio: RATIO, bgcolor: 'action.hover', display: 'grid', placeItems: 'center', p: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
        {reason}
      </Typography>
    </Box>
    <Caption>{caption}</Caption>
  </>
);
