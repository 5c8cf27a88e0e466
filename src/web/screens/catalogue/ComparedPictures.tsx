/**
 * The pictures of one compared angle: one side, one over the other with an edge to move, or what changed marked in grey.
 *
 *   CompareView, SideName, ComparedProps
 *   nameOfAngle
 *   SideBySide, Swipe, Changes
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Area } from '../../../contract/index.ts';
import type { Viewport } from '../../../engine/meta.ts';
import { checkerboard } from '../../app/theme.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { compareTexts } from '../../texts/compare.ts';
import { pictureTexts } from '../../texts/pictures.ts';
import { SetText } from '../../ui/SetLink.tsx';
import type { Comparison } from './comparison.ts';
import { paintChanges } from './difference.ts';

const { angle: texts } = compareTexts;

export type CompareView = 'side' | 'swipe' | 'difference';

/** What the sides differ in, with the area for its colour. */
export interface SideName {
  readonly area: Area;
  readonly text: string;
}

export interface ComparedProps {
  angle: string;
  viewport: Viewport;
  /** undefined while it is loading */
  comparison: Comparison | undefined;
  threshold: number;
  /** position of the edge of the swipe, percent from the left */
  at: number;
  /** @param released whether the edge was released, so that its position goes into the address */
  onAt: (at: number, released: boolean) => void;
  width: number;
  height: number;
  /** left and right */
  names: readonly [SideName, SideName];
  /** of both sides; undefined: they differ, and their names say so */
  version: string | undefined;
}

type Named = Pick<ComparedProps, 'angle' | 'viewport' | 'names' | 'version'>;
export const nameOfAngle = ({ angle, viewport, names: [left, right], version }: Named): string =>
  pictureTexts.alt(viewport, angle, [...(version === undefined ? [] : [version]), left.text, right.text]);

const CHECKER = checkerboard(24);
const FILL = { display: 'block', width: '100%', height: '100%', position: 'absolute', inset: 0 } as const;
const LABEL = {
  position: 'absolute',
  top: 8,
  px: 1,
  py: 0.25,
  borderRadius: 1,
  fontSize: 12,
  fontWeight: 600,
  maxWidth: 'calc(100% - 16px)',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
  // Above the edge of the swipe, which captures all other presses.
  zIndex: 1,
  '& a': { pointerEvents: 'auto', textDecoration: 'underline' },
} as const;

function Label({ name: { area, text }, right = false }: { name: SideName; right?: boolean }) {
  const colours = { bgcolor: `${area}.main`, color: `${area}.contrastText` };
  return (
    <Box sx={{ ...LABEL, ...colours, ...(right ? { right: 8 } : { left: 8 }) }}>
      <SetText text={text} />
    </Box>
  );
}

const blobOf = (side: Blob | Error | undefined) => (side instanceof Blob ? side : undefined);

function Stage({ width, height, children }: { width: number; height: number; children: ReactNode }) {
  return (
    <Box sx={{ position: 'relative', aspectRatio: `${width} / ${height}`, background: CHECKER, overflow: 'hidden' }}>
      {children}
    </Box>
  );
}

function Picture({ side, alt, name }: { side: Blob | Error | undefined; alt: string; name?: SideName }) {
  const url = useObjectUrl(blobOf(side));
  if (side instanceof Error) {
    return (
      <Box sx={{ ...FILL, bgcolor: 'background.paper', p: 2, pt: 5 }}>
        <Typography role="note" variant="body2" color="textSecondary">
          {side.message}
        </Typography>
        {name && <Label name={name} />}
      </Box>
    );
  }
  return (
    <>
      {url && <Box component="img" src={url} alt={alt} draggable={false} sx={FILL} />}
      {name && <Label name={name} />}
    </>
  );
}

export function Swipe({ angle, viewport, comparison, at, onAt, width, height, names: [left, right] }: ComparedProps) {
  const move = (event: PointerEvent<HTMLElement>, released: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = Math.round(((event.clientX - box.left) / box.width) * 100);
    onAt(Math.min(100, Math.max(0, percent)), released);
  };
  return (
    <Stage width={width} height={height}>
      <Picture side={comparison?.right} alt={pictureTexts.alt(viewport, angle, [right.text])} />
      <Box sx={{ ...FILL, background: CHECKER, clipPath: `inset(0 ${100 - at}% 0 0)` }}>
        <Picture side={comparison?.left} alt={pictureTexts.alt(viewport, angle, [left.text])} />
      </Box>
      <Label name={left} />
      <Label name={right} right />
      <Box
        sx={{
          ...FILL,
          cursor: 'ew-resize',
          touchAction: 'pan-y',
          '&::after': {
            content: '""',
            position: 'absolute',
            insetBlock: 0,
            left: `${at}%`,
            width: 2,
            ml: '-1px',
            bgcolor: 'primary.main',
            boxShadow: '0 0 0 1px rgb(255 255 255 / 70%)',
          },
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event, false);
        }}
        onPointerMove={(event) => event.buttons > 0 && move(event, false)}
        onPointerUp={(event) => move(event, true)}
      />
    </Stage>
  );
}

export function Changes(props: ComparedProps) {
  const { comparison, threshold, width, height } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const compared = comparison?.compared;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!compared || !context) return;
    const { pixels, difference } = compared;
    context.canvas.width = pixels.width;
    context.canvas.height = pixels.height;
    const painted = paintChanges(difference, threshold, pixels);
    context.putImageData(new ImageData(painted, pixels.width, pixels.height), 0, 0);
  }, [compared, threshold]);
  return (
    <Stage width={width} height={height}>
      {compared ? (
        <Box component="canvas" ref={canvas} role="img" aria-label={texts.differences(nameOfAngle(props))} sx={FILL} />
      ) : (
        [comparison?.left, comparison?.right].map(
          (side) => side instanceof Error && <Picture key={side.message} side={side} alt="" />,
        )
      )}
    </Stage>
  );
}

export function SideBySide({ angle, viewport, comparison, width, height, names }: ComparedProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '1px', bgcolor: 'divider' }}>
      {(['left', 'right'] as const).map((side, i) => {
        const name = names[i];
        return (
          <Stage key={side} width={width} height={height}>
            {name && (
              <Picture side={comparison?.[side]} alt={pictureTexts.alt(viewport, angle, [name.text])} name={name} />
            )}
          </Stage>
        );
      })}
    </Box>
  );
}
