/** Up to six pictures, one for each angle, in rows whose height is known before any picture is loaded. */
import Box from '@mui/material/Box';
import type { ResolutionAnswer } from '../../../contract/index.ts';
import { ImageTile, type LoadPicture } from './ImageTile.tsx';
import { rowHeight, shownWidth, useElementWidth } from './rowHeight.ts';

/** between tiles, pixels */
const GAP = 12;

export function PictureGrid({
  angles,
  resolution,
  tileOf,
}: {
  angles: readonly string[];
  resolution: ResolutionAnswer;
  tileOf: (angle: string) => {
    link: string;
    queryKey: readonly unknown[];
    load: LoadPicture;
  };
}) {
  const [grid, gridWidth] = useElementWidth();
  const { width, height } = resolution;
  const columns = angles.length === 1 ? 1 : angles.length <= 4 ? 2 : 3;
  const column = (gridWidth - GAP * (columns - 1)) / columns;
  return (
    <Box
      ref={grid}
      sx={{
        display: 'grid',
        gap: `${GAP}px`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        // Known before a picture is loaded, so nothing jumps.
        gridAutoRows: gridWidth > 0 ? `${rowHeight(column, width, height)}px` : undefined,
        justifyItems: 'center',
        alignItems: 'start',
      }}
    >
      {angles.map((angle) => (
        <ImageTile
          key={angle}
          angle={angle}
          {...tileOf(angle)}
          width={width}
          height={height}
          shownWidth={gridWidth > 0 ? shownWidth(column, width, height) : width}
        />
      ))}
    </Box>
  );
}
