/**
 * A text of any length, with its line breaks. A short text is drawn as a whole, so that the browser can search, print and copy
 * it; of a long one only the visible lines are drawn.
 *
 *   TextView
 *   decodeText   the text of a file's bytes
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { widgetTexts } from '../texts/widgets.ts';

/** characters that are drawn without a noticeable delay */
const SHORT_LENGTH = 200_000;
/** A longer line is drawn in pieces: a whole file may be one line. */
const PIECE_LENGTH = 2000;
/** estimated height of a line that has not been measured yet, pixels */
const LINE_HEIGHT = 18;
const TEXT_STYLE = { m: 0, fontFamily: 'monospace', fontSize: 12, lineHeight: 1.5, whiteSpace: 'pre-wrap' } as const;
const BREAK = /\r\n|\r|\n/;

/** UTF-16 if it has a byte order mark, else UTF-8. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < line.length; at += PIECE_LENGTH) pieces.push(line.slice(at, at + PIECE_LENGTH));
  return pieces.length === 0 ? [''] : pieces;
}

export function TextView({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => text.split(BREAK), [text]);
  if (text.length <= SHORT_LENGTH) {
    return (
      <Box component="pre" sx={{ ...TEXT_STYLE, overflowWrap: 'anywhere' }}>
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
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
        {widgetTexts.lines(lines.length)}
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
              // As a class, each position would add its own style sheet.
              style={{ transform: `translateY(${start}px)` }}
              sx={{
                ...TEXT_STYLE,
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
