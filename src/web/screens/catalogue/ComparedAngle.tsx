/**
 * One angle of a comparison: both pictures side by side, one over the other with an edge to move, or what changed marked
 * in grey. Its title says how much differs.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Area } from '../../../contract/index.ts';
import { checkerboard } from '../../app/theme.ts';
import { type Comparison, shareText } from './comparison.ts';
import { changedPixels, paintChanges } from './difference.ts';
import { useObjectUrl } from './useObjectUrl.ts';

export type CompareView = 'side' | 'swipe' | 'difference';

/** What tells a side from the other, with its area for the colour. */
export interface SideName {
  readonly area: Area;
  readonly text: string;
}

interface Props {
  angle: string;
  /** undefined while it is on its way */
  comparison: Comparison | undefined;
  view: CompareView;
  threshold: number;
  /** where the edge of the swipe stands, percent from the left */
  at: number;
  onAt: (at: number, settled: boolean) => void;
  width: number;
  height: number;
  /** left and right */
  names: readonly [SideName, SideName];
}

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
  pointerEvents: 'none',
} as const;

function Label({ name: { area, text }, right = false }: { name: SideName; right?: boolean }) {
  const colours = { bgcolor: `${area}.main`, color: `${area}.contrastText` };
  return <Box sx={{ ...LABEL, ...colours, ...(right ? { right: 8 } : { left: 8 }) }}>{text}</Box>;
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
        <Typography role="note" variant="body2" color="text.secondary">
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

function Swipe({ angle, comparison, at, onAt, width, height, names: [left, right] }: Props) {
  const move = (event: PointerEvent<HTMLElement>, settled: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    const percent = Math.round(((event.clientX - box.left) / box.width) * 100);
    onAt(Math.min(100, Math.max(0, percent)), settled);
  };
  return (
    <Stage width={width} height={height}>
      <Picture side={comparison?.right} alt={`View ${angle}, ${right.text}`} />
      <Box sx={{ ...FILL, background: CHECKER, clipPath: `inset(0 ${100 - at}% 0 0)` }}>
        <Picture side={comparison?.left} alt={`View ${angle}, ${left.text}`} />
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

function Changes({ angle, comparison, threshold, width, height }: Props) {
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
        <Box component="canvas" ref={canvas} role="img" aria-label={`What differs in view ${angle}`} sx={FILL} />
      ) : (
        [comparison?.left, comparison?.right].map(
          (side) => side instanceof Error && <Picture key={side.message} side={side} alt="" />,
        )
      )}
    </Stage>
  );
}

export function ComparedAngle(props: Props) {
  const { angle, comparison, view, threshold, width, height, names } = props;
  const compared = comparison?.compared;
  const share = useMemo(
    () => compared && shareText(changedPixels(compared.difference, threshold), width * height),
    [compared, threshold, width, height],
  );
  return (
    <Card variant="outlined" component="figure" sx={{ m: 0 }} aria-label={`View ${angle}`}>
      <Box component="figcaption" sx={{ display: 'flex', gap: 2, px: 1.5, py: 0.75, alignItems: 'baseline' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {angle}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {share ?? (comparison ? 'Nothing to compare' : 'Comparing …')}
        </Typography>
      </Box>
      {comparison?.problem && <Alert severity="info">{comparison.problem}</Alert>}
      {!comparison ? (
        <Skeleton
          variant="rectangular"
          sx={{ aspectRatio: `${view === 'side' ? width * 2 : width} / ${height}`, height: 'auto' }}
        />
      ) : view === 'swipe' ? (
        <Swipe {...props} />
      ) : view === 'difference' ? (
        <Changes {...props} />
      ) : (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '1px', bgcolor: 'divider' }}>
          {names.map((name, i) => (
            <Stage key={i === 0 ? 'left' : 'right'} width={width} height={height}>
              <Picture
                side={i === 0 ? comparison.left : comparison.right}
                alt={`View ${angle}, ${name.text}`}
                name={name}
              />
            </Stage>
          ))}
        </Box>
      )}
    </Card>
  );
}
