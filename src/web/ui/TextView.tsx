/**
 * A text of any length, line breaks kept. A short one stands there whole, for the browser to search, print and copy; of a
 * long one only the lines in sight are drawn.
 *
 *   TextView
 *   decodeText   the text of a file's bytes
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { counted } from './numbers.ts';

/** Characters that are drawn at once without being felt. */
const WHOLE = 200_000;
/** A longer line is drawn in pieces: a whole file may stand on one line. */
const PIECE = 2000;
/** of a line that has not been measured yet, pixels */
const LINE_HEIGHT = 18;
const LOOK = { m: 0, fontFamily: 'monospace', fontSize: 12, lineHeight: 1.5, whiteSpace: 'pre-wrap' } as const;
const BREAK = /\r\n|\r|\n/;

/** UTF-16 by its mark, else UTF-8. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < line.length; at += PIECE) pieces.push(line.slice(at, at + PIECE));
  return pieces.length === 0 ? [''] : pieces;
}

export function TextView({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => text.split(BREAK), [text]);
  if (text.length <= WHOLE) {
    return (
      <Box component="pre" sx={{ ...LOOK, overflowWrap: 'anywhere' }}>
        {lines.join('\n')}
      </Box>
    );
  }
  return <LongText lines={lines} label={label} />;
}

function LongText({ lines, label }: { lines: readonly string[]; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const pieces = useMemo(() => lines.flatMap(piecesOf), [lines]);
  const virtual = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  return (
    <>
      <Typography variant="caption" color="text.secondary" component="p" sx={{ mb: 0.5 }}>
        {counted(lines.length, 'line', 'lines')}
      </Typography>
      <Box
        ref={box}
        role="region"
        aria-label={label}
        tabIndex={0}
        sx={{ height: '65vh', overflow: 'auto', border: 1, borderColor: 'divider', px: 1 }}
      >
        <Box sx={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <Box
              component="pre"
              key={index}
              data-index={index}
              ref={virtual.measureElement}
              // The place changes with every row and scroll: as a class each would be a style sheet of its own.
              style={{ transform: `translateY(${start}px)` }}
              sx={{
                ...LOOK,
                overflowWrap: 'anywhere',
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                minHeight: '1lh',
              }}
            >
              {pieces[index]}
            </Box>
          ))}
        </Box>
      </Box>
    </>
  );
}
