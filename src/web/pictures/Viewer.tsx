/**
 * The viewer: one picture as large as the window, at 100 % or larger; keys switch to the others. Escape closes it, and
 * the focus returns to where it was opened. It names the layers and files at a point of the picture.
 */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useRef, useState } from 'react';
import { viewerTexts as texts } from '../texts/viewer.ts';
import { BACKGROUNDS, useBackground } from './background.ts';
import { Stage } from './Stage.tsx';
import { useAsking } from './useAsking.ts';
import { usePicture } from './usePicture.ts';
import { ViewerBar } from './ViewerBar.tsx';
import { actionOf, type ViewerActions } from './viewerKeys.ts';
import type { Point, ViewedPicture } from './viewerPicture.ts';
import { WhatIsHere } from './WhatIsHere.tsx';
import { nextZoom, type Size, type Zoom } from './zoom.ts';

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
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const asking = useAsking(point, size);
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
  const swap = sides > 1 ? () => onIndex(otherSide) : undefined;
  const canAsk = picture.layersAt !== undefined;
  const isAsking = asking.isOn && canAsk;
  const { crosshair } = asking;
  const toggleFullScreen = document.fullscreenEnabled
    ? () => void (document.fullscreenElement ? document.exitFullscreen() : paper.current?.requestFullscreen())
    : undefined;
  const close = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onClose();
  };

  const nextBackground = () =>
    setBackground(BACKGROUNDS[(BACKGROUNDS.indexOf(background) + 1) % BACKGROUNDS.length] ?? 'checker');

  const actions: ViewerActions = {
    go,
    zoomTo: setZoom,
    zoomBy: (steps) => setZoom(nextZoom(zoom, steps)),
    nextBackground,
    toggleFullScreen,
    toggleAsking: canAsk ? asking.toggle : undefined,
    moveCrosshair: isAsking ? asking.moveCrosshair : undefined,
    askAtCrosshair: isAsking && crosshair ? () => asking.askAt(crosshair) : undefined,
    swap,
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <Dialog
      open
      fullScreen
      onClose={close}
      aria-labelledby="viewer-name"
      onKeyDown={press}
      slotProps={{ paper: { ref: paper, sx: { bgcolor: 'background.default', border: 0 } } }}
    >
      <ViewerBar
        picture={picture}
        at={at}
        count={count}
        turns={turns}
        zoom={zoom}
        background={background}
        asking={canAsk ? asking : undefined}
        onGo={go}
        onZoom={setZoom}
        onBackground={setBackground}
        onSwap={swap}
        onFullScreen={toggleFullScreen}
        onClose={close}
      />
      <Box sx={{ display: 'flex', flex: 1, minHeight: 0, flexDirection: { xs: 'column', md: 'row' } }}>
        {sides > 1 && <Preloaded key={otherSide} picture={pictures[otherSide] ?? picture} />}
        <Stage
          picture={picture}
          zoom={zoom}
          background={background}
          crosshair={isAsking ? crosshair : undefined}
          onSize={setSize}
          onPoint={isAsking ? asking.askAt : undefined}
          onTurn={turns && !asking.isOn ? go : undefined}
        />
        {isAsking && (
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
            <WhatIsHere picture={picture} point={asking.target} />
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

/** Loads a picture that may be shown next. */
function Preloaded({ picture }: { picture: ViewedPicture }) {
  usePicture(picture);
  return null;
}
