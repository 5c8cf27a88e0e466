/**
 * Up to six pictures, one for each angle, as large as the window allows: in a grid, or one large with a strip of the others.
 * Their positions are known before any picture is loaded. Above them: how they are shown, and the mode that asks what
 * is at a point.
 */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { memo, useState } from 'react';
import type { ResolutionAnswer } from '../../../contract/index.ts';
import { useViewer } from '../../pictures/useViewer.tsx';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { ImageTile } from './ImageTile.tsx';
import { PictureStrip, STRIP_HEIGHT } from './PictureStrip.tsx';
import { rowHeight, shownWidth } from './rowHeight.ts';
import type { TestSearch } from './search.ts';
import { GAP, tileLayout, useSpace } from './tileLayout.ts';
import type { ChoiceAhead } from './useChoiceAhead.ts';

const { pictures: texts } = testTexts;

export type PictureView = Pick<TestSearch, 'layout' | 'large'>;

/** Drawn again only when a picture, or how it is shown, changes. */
export const PictureGrid = memo(function PictureGrid({
  angles,
  resolution,
  view,
  onView,
  pictureOf,
  ahead,
  pictureWith,
}: {
  angles: readonly string[];
  resolution: ResolutionAnswer;
  /** how the pictures are shown, from the address */
  view: PictureView;
  onView: (change: PictureView) => void;
  pictureOf: (angle: string) => ViewedPicture;
  /** a choice that only the tiles show yet */
  ahead: ChoiceAhead;
  pictureWith: (chosen: readonly string[], angle: string) => ViewedPicture | undefined;
}) {
  const [grid, space] = useSpace();
  const [isAsking, setIsAsking] = useState(false);
  const { width, height } = resolution;
  // The viewer also has the angles that are not previewed.
  const viewer = useViewer(resolution.angleNameList.map(pictureOf), { angles: true });
  const isLarge = view.layout === 'large' && angles.length > 1;
  const large = angles.find((angle) => angle === view.large) ?? angles[0];
  const shown = isLarge && large !== undefined ? [large] : angles;
  const free = space && { width: space.width, height: space.height - (isLarge ? STRIP_HEIGHT + GAP : 0) };
  const { columns, column } = free ? tileLayout(shown.length, free, resolution) : { columns: 1, column: width };
  // Pictures are narrower than what the row's height is computed from: columns as wide as that would spread them.
  const tile = space ? shownWidth(column, width, height) : width;
  return (
    <>
      <Stack
        direction="row"
        useFlexGap
        spacing={1}
        sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 1, minHeight: 32 }}
      >
        <ToggleChoice
          label={texts.layout}
          value={isLarge ? 'large' : 'grid'}
          choices={[
            { value: 'grid', label: texts.grid },
            { value: 'large', label: texts.large, disabled: angles.length < 2 },
          ]}
          onChange={(next) => onView({ layout: next === 'large' ? next : undefined, large: undefined })}
          buttonSx={{ py: 0.25 }}
        />
        <ToggleButton
          value="here"
          size="small"
          color="primary"
          selected={isAsking}
          onChange={() => setIsAsking(!isAsking)}
          sx={{ py: 0.25 }}
        >
          {texts.whatIsHere}
        </ToggleButton>
        <Typography role="status" variant="body2" color="textSecondary">
          {isAsking && texts.askHint}
        </Typography>
      </Stack>
      <Box
        ref={grid}
        sx={{
          display: 'grid',
          gap: `${GAP}px`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, ${tile}px))`,
          // Known before a picture is loaded, so nothing jumps.
          gridAutoRows: space ? `${rowHeight(column, width, height)}px` : undefined,
          // Under the buttons; a single picture is in the middle.
          justifyContent: columns > 1 ? 'start' : 'center',
          justifyItems: 'center',
          alignItems: 'start',
        }}
      >
        {shown.map((angle) => (
          <ImageTile
            // One large tile keeps the old angle in sight while the next one is loading.
            key={isLarge ? '' : angle}
            picture={pictureOf(angle)}
            ahead={ahead}
            pictureWith={pictureWith}
            width={width}
            height={height}
            shownWidth={tile}
            onEnlarge={() => viewer.open(angle)}
            onAsk={isAsking ? (point) => viewer.open(angle, point) : undefined}
          />
        ))}
      </Box>
      {isLarge && (
        <PictureStrip
          pictures={angles.map(pictureOf)}
          ratio={width / height}
          chosen={large}
          onChoose={(angle) => onView({ layout: 'large', large: angle })}
        />
      )}
      {viewer.element}
    </>
  );
});
