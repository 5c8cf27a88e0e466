/**
 * The viewer: one picture as large as the window, at 100 % or larger; keys switch to the others. Escape closes it, and
 * the focus returns to where it was opened. It names the layers and files at a point of the picture.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useRef, useState } from 'react';
import { viewerTexts as texts } from '../texts/viewer.ts';
import { ArrowBackIcon } from '../ui/icons/ArrowBack.tsx';
import { ArrowForwardIcon } from '../ui/icons/ArrowForward.tsx';
import { CloseIcon } from '../ui/icons/Close.tsx';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { BACKGROUNDS, type Background, colourOf, useBackground } from './background.ts';
import { Stage } from './Stage.tsx';
import { usePicture } from './usePicture.ts';
import type { Point, ViewedPicture } from './viewed.ts';
import { WhatIsHere } from './WhatIsHere.tsx';
import { nextZoom, type Size, ZOOMS, type Zoom } from './zoom.ts';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const PAGES: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1 };
const CLOSER: Readonly<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1 };
const NUMBER_ZOOMS: Readonly<Record<string, Zoom>> = { 0: 'fit', 1: 1, 2: 2, 4: 4 };

export interface ViewerProps {
  pictures: readonly ViewedPicture[];
  /** of the picture that is shown */
  index: number;
  /** The pictures are all angles of one view, so that going through them turns the car. */
  turns?: boolean;
  /** the pictures are angles: their keys say so */
  angles?: boolean;
  /** how many consecutive pictures show the same angle: Space switches between them, arrow keys go to the next angle */
  sides?: number;
  /** ask what is at the point immediately */
  point?: Point;
  onIndex: (index: number) => void;
  onClose: () => void;
}

export function Viewer({
  pictures,
  index,
  turns = false,
  angles = false,
  sides = 1,
  point,
  onIndex,
  onClose,
}: ViewerProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [background, setBackground] = useBackground();
  const [isAsking, setIsAsking] = useState(point !== undefined);
  const [crosshair, setCrosshair] = useState(point);
  const [asked, setAsked] = useState(point);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const picture = pictures[index];
  if (!picture) return null;

  const count = pictures.length / sides;
  const at = Math.floor(index / sides);
  const side = index % sides;
  const go = (by: number) => {
    const next = turns ? (((at + by) % count) + count) % count : Math.min(count - 1, Math.max(0, at + by));
    if (next !== at) onIndex(next * sides + side);
  };
  const otherSide = at * sides + ((side + 1) % sides);
  const swap = () => onIndex(otherSide);
  const canAsk = picture.layersAt !== undefined;
  const askAt = (next: Point) => {
    setCrosshair(next);
    setAsked(next);
  };
  const toggleAsking = () => {
    setIsAsking(!isAsking);
    setCrosshair((before) => before ?? { x: Math.floor(size.width / 2), y: Math.floor(size.height / 2) });
    if (isAsking) setAsked(undefined);
  };
  const moveCrosshair = ([dx, dy]: readonly [number, number], by: number) =>
    setCrosshair(({ x, y } = { x: 0, y: 0 }) => ({
      x: Math.min(size.width - 1, Math.max(0, x + dx * by)),
      y: Math.min(size.height - 1, Math.max(0, y + dy * by)),
    }));
  const toggleFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : paper.current?.requestFullscreen());
  const close = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onClose();
  };

  const nextBackground = () =>
    setBackground(BACKGROUNDS[(BACKGROUNDS.indexOf(background) + 1) % BACKGROUNDS.length] ?? 'checker');

  /** @returns what a key does; undefined: nothing */
  const actionOf = ({ key, shiftKey, target }: KeyboardEvent): (() => void) | undefined => {
    const arrow = ARROWS[key];
    const isCrosshair = isAsking && canAsk;
    if (arrow && isCrosshair) return () => moveCrosshair(arrow, shiftKey ? 10 : 1);
    const step = arrow ? arrow[0] : PAGES[key];
    if (step !== undefined && step !== 0) return () => go(step);
    const closer = CLOSER[key];
    if (closer) return () => setZoom(nextZoom(zoom, closer));
    const chosen = NUMBER_ZOOMS[key];
    if (chosen !== undefined) return () => setZoom(chosen);
    // Enter and Space press the button that has the focus.
    const isControl = target instanceof Element && target.closest('button, a, summary') !== null;
    if (sides > 1 && (arrow || (key === ' ' && !isControl))) return swap;
    if (key === 'Enter' && isCrosshair && crosshair && !isControl) return () => askAt(crosshair);
    if (key === 'b') return nextBackground;
    if (key === 'f' && document.fullscreenEnabled) return toggleFullScreen;
    return key === 'i' && canAsk ? toggleAsking : undefined;
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  };

  const { title, link } = picture;
  const zoomText = texts.zooms[zoom];
  return (
    <Dialog
      open
      fullScreen
      onClose={close}
      aria-labelledby="viewer-name"
      onKeyDown={press}
      slotProps={{ paper: { ref: paper, sx: { bgcolor: 'background.default', border: 0 } } }}
    >
      <Box
        sx={{
          ...{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1.5,
            rowGap: 0.5,
            px: 1.5,
            py: 0.75,
          },
          ...{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper', minHeight: 48, flex: 'none' },
        }}
      >
        <IconButton size="small" aria-label={texts.close} title={texts.close} onClick={close}>
          <CloseIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={texts.previous}
          title={texts.previous}
          disabled={count < 2 || (!turns && at === 0)}
          onClick={() => go(-1)}
        >
          <ArrowBackIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={texts.next}
          title={texts.next}
          disabled={count < 2 || (!turns && at === count - 1)}
          onClick={() => go(1)}
        >
          <ArrowForwardIcon fontSize="small" />
        </IconButton>
        <Typography component="h1" variant="h2" sx={{ minWidth: 48, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums', mr: 'auto' }}>
          {texts.position(at + 1, count)}
        </Typography>
        <Box id="viewer-name" sx={visuallyHidden}>
          {texts.label}
        </Box>
        <Box role="status" sx={visuallyHidden}>
          {texts.announce(title, at + 1, count, zoomText)}
          {isAsking && crosshair && ` ${texts.here.crosshair(crosshair.x, crosshair.y)}`}
        </Box>
        <ToggleButtonGroup
          exclusive
          aria-label={texts.zoom}
          value={zoom}
          onChange={(_event, next: Zoom | null) => next !== null && setZoom(next)}
        >
          {ZOOMS.map((one) => (
            <ToggleButton key={one} value={one} sx={{ py: 0.25 }}>
              {texts.zooms[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButtonGroup
          exclusive
          aria-label={texts.background}
          value={background}
          onChange={(_event, next: Background | null) => next && setBackground(next)}
        >
          {BACKGROUNDS.filter((one) => one !== 'area' || picture.area !== undefined).map((one) => (
            <ToggleButton key={one} value={one} title={texts.backgrounds[one]} aria-label={texts.backgrounds[one]}>
              <Box
                sx={{
                  ...{ width: 16, height: 16, borderRadius: 0.5, border: 1, borderColor: 'text.secondary' },
                  ...colourOf(one, picture.area),
                }}
              />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {sides > 1 && (
          <Button variant="outlined" title={texts.swapKey} onClick={swap}>
            {texts.swap}
          </Button>
        )}
        {canAsk && (
          <ToggleButton
            value="here"
            size="small"
            color="primary"
            selected={isAsking}
            title={texts.here.modeKey}
            onChange={toggleAsking}
            sx={{ py: 0.25 }}
          >
            {texts.here.mode}
          </ToggleButton>
        )}
        {document.fullscreenEnabled && (
          <Button title={texts.fullScreenKey} onClick={toggleFullScreen}>
            {texts.fullScreen}
          </Button>
        )}
        {link !== undefined && (
          <>
            <Button href={link} target="_blank" rel="noreferrer">
              {texts.open}
            </Button>
            <Button href={link} download>
              {texts.download}
            </Button>
          </>
        )}
      </Box>
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0, flexDirection: { xs: 'column', md: 'row' } }}>
        {sides > 1 && <Loaded key={otherSide} picture={pictures[otherSide] ?? picture} />}
        <Stage
          picture={picture}
          zoom={zoom}
          background={background}
          crosshair={isAsking && canAsk ? crosshair : undefined}
          onSize={setSize}
          onPoint={isAsking && canAsk ? askAt : undefined}
          onTurn={turns && !isAsking ? go : undefined}
        />
        {isAsking && canAsk && (
          <Box
            component="aside"
            aria-label={texts.here.mode}
            // Arrow keys scroll it.
            tabIndex={0}
            sx={{
              ...{ p: 2, overflow: 'auto', bgcolor: 'background.paper', flex: 'none' },
              width: { md: 380 },
              height: { xs: '40%', md: 'auto' },
              borderLeft: { md: 1 },
              borderTop: { xs: 1, md: 0 },
              '&&': { borderColor: 'divider' },
            }}
          >
            <WhatIsHere picture={picture} point={asked} />
          </Box>
        )}
      </Box>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ px: 1.5, py: 0.5, flex: 'none', display: { xs: 'none', md: 'block' } }}
      >
        {[
          texts.keys(angles, count > 1),
          ...(sides > 1 ? [`${texts.swapKey}.`] : []),
          ...(turns ? [texts.spin] : []),
        ].join(' ')}
      </Typography>
    </Dialog>
  );
}

/** Preload the other side. */
function Loaded({ picture }: { picture: ViewedPicture }) {
  usePicture(picture);
  return null;
}
