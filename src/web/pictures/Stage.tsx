/**
 * The picture in the viewer: fit into the window or larger, moved by dragging or with the wheel. Dragging a picture
 * that fits turns the car, if there are enough angles.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { viewerTexts as texts } from '../texts/viewer.ts';
import { FailureText } from '../ui/FailureText.tsx';
import { detailOf } from '../ui/failure.ts';
import { LoadingBar } from '../ui/LoadingBar.tsx';
import type { Background } from './background.ts';
import { colourOf } from './background.ts';
import { useObjectUrl } from './useObjectUrl.ts';
import { usePicture } from './usePicture.ts';
import type { Point, ViewedPicture } from './viewerPicture.ts';
import { pointOf, type Size, shownSize, type Zoom } from './zoom.ts';

/** CSS pixels of a drag that turn the car by one picture */
const TURN_PX = 40;
/** A press that moves less is a click. */
const CLICK_PX = 4;
const NO_SIZE: Size = { width: 0, height: 0 };

export function Stage({
  picture,
  zoom,
  background,
  crosshair,
  onSize,
  onPoint,
  onTurn,
}: {
  picture: ViewedPicture;
  zoom: Zoom;
  background: Background;
  /** shown over the picture; absent: clicks do nothing */
  crosshair: Point | undefined;
  /** of the picture that is shown, pixels */
  onSize: (size: Size) => void;
  onPoint: ((point: Point) => void) | undefined;
  /** absent: dragging a picture that fits does nothing */
  onTurn: ((by: number) => void) | undefined;
}) {
  const { error, shown, isFresh } = usePicture(picture);
  const url = useObjectUrl(shown);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [stageSize, setStageSize] = useState(NO_SIZE);
  const [natural, setNatural] = useState(NO_SIZE);
  const drag = useRef<{ x: number; y: number; left: number; top: number; moved: boolean; turned: number }>(undefined);

  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    // Without its scroll bars: a picture that fits has none.
    const observer = new ResizeObserver(() =>
      setStageSize({ width: element.offsetWidth, height: element.offsetHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const size = natural.width > 0 ? shownSize(natural, stageSize, zoom, window.devicePixelRatio) : NO_SIZE;
  // Keep the centre of the picture in place when the zoom changes.
  const middle = useRef({ x: 0.5, y: 0.5 });
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    element.scrollLeft = middle.current.x * size.width - element.clientWidth / 2;
    element.scrollTop = middle.current.y * size.height - element.clientHeight / 2;
  }, [size.width, size.height]);
  const rememberMiddle = () => {
    const element = stage.current;
    if (!element || size.width === 0) return;
    middle.current = {
      x: size.width <= element.clientWidth ? 0.5 : (element.scrollLeft + element.clientWidth / 2) / size.width,
      y: size.height <= element.clientHeight ? 0.5 : (element.scrollTop + element.clientHeight / 2) / size.height,
    };
  };

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !stage.current) return;
    const { scrollLeft: left, scrollTop: top } = stage.current;
    drag.current = { x: event.clientX, y: event.clientY, left, top, moved: false, turned: 0 };
    // Touch scrolls natively.
    if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    const element = stage.current;
    if (!held || !element) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (Math.hypot(dx, dy) > CLICK_PX) held.moved = true;
    if (!held.moved) return;
    if (zoom === 'fit') {
      const turns = Math.trunc(dx / TURN_PX);
      if (turns !== held.turned) onTurn?.(turns - held.turned);
      held.turned = turns;
    } else if (event.pointerType === 'mouse') {
      element.scrollLeft = held.left - dx;
      element.scrollTop = held.top - dy;
    }
  };
  const end = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    drag.current = undefined;
    if (!held || held.moved || !image.current || natural.width === 0) return;
    onPoint?.(pointOf(event, image.current.getBoundingClientRect(), natural));
  };
  const percent = (at: number, length: number) => `${((at + 0.5) / length) * 100}%`;
  const cursor = onPoint ? 'crosshair' : zoom !== 'fit' ? 'grab' : onTurn ? 'ew-resize' : 'default';

  return (
    <Box sx={{ position: 'relative', flex: 1, minWidth: 0, minHeight: 0 }}>
      <Box sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 1 }}>
        {!error && !isFresh && <LoadingBar label={texts.loading} />}
      </Box>
      <Box
        ref={stage}
        data-stage
        onScroll={rememberMiddle}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
        sx={{
          ...{ position: 'absolute', inset: 0, display: 'flex', userSelect: 'none', cursor },
          overflow: zoom === 'fit' ? 'hidden' : 'auto',
          touchAction: zoom === 'fit' && onTurn ? 'none' : 'auto',
        }}
      >
        {error ? (
          <Alert severity="error" sx={{ m: 'auto' }}>
            <FailureText text={detailOf(error)} />
          </Alert>
        ) : (
          <Box sx={{ position: 'relative', flex: 'none', m: 'auto', ...size, ...colourOf(background, picture.area) }}>
            {url && (
              <Box
                component="img"
                ref={image}
                src={url}
                alt={picture.alt}
                draggable={false}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                  setNatural({ width, height });
                  onSize({ width, height });
                }}
                sx={{
                  ...{ display: 'block', width: '100%', height: '100%', opacity: isFresh ? 1 : 0.45 },
                  imageRendering: zoom === 2 || zoom === 4 ? 'pixelated' : 'auto',
                }}
              />
            )}
            {crosshair && natural.width > 0 && (
              <Box
                aria-hidden
                sx={{
                  ...{ position: 'absolute', width: 25, height: 25, m: '-12px', pointerEvents: 'none' },
                  left: percent(crosshair.x, natural.width),
                  top: percent(crosshair.y, natural.height),
                  '&::before, &::after': {
                    ...{ content: '""', position: 'absolute', bgcolor: '#d6006e', boxShadow: '0 0 0 1px #fff' },
                  },
                  '&::before': { left: 12, width: '1px', insetBlock: 0 },
                  '&::after': { top: 12, height: '1px', insetInline: 0 },
                }}
              />
            )}
          </Box>
        )}
      </Box>
    </Box>
  );
}
