/** The set as one large picture: a version with its standard options, from one angle after the other. */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import { useViewer } from '../../pictures/useViewer.tsx';
import { setPageTexts as texts } from '../../texts/sets.ts';
import { ArrowBackIcon } from '../../ui/icons/ArrowBack.tsx';
import { ArrowForwardIcon } from '../../ui/icons/ArrowForward.tsx';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { ImageTile } from '../catalogue/ImageTile.tsx';
import { TITLE_HEIGHT, useElementWidth } from '../catalogue/rowHeight.ts';
import { labelOf, type TestSet } from '../catalogue/useTestSet.ts';
import { viewedPicture } from '../catalogue/viewedPicture.ts';
import type { SetPageSearch } from './search.ts';

/** pixels: menu, bar, actions, and the controls of the picture */
const ROOM_AROUND = 270;
/** pixels: a window that is lower scrolls */
const MIN_HEIGHT = 180;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function SetPicture({
  set,
  angle: wanted,
  onChange,
}: {
  set: TestSet;
  /** absent: the first one */
  angle: string | undefined;
  onChange: (part: Partial<SetPageSearch>) => void;
}) {
  const [frame, frameWidth] = useElementWidth();
  const { angles, resolution, version, viewport, valid } = set;
  const at = Math.max(0, angles.indexOf(wanted ?? ''));
  const angle = angles[at];
  const turn = (steps: number) => onChange({ angle: angles.at((at + steps) % angles.length) });
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = STEPS[event.key];
    if (steps === undefined || angles.length < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    // The viewport's buttons are a group of their own.
    if (event.target instanceof Element && event.target.closest('[role=group] [role=group]')) return;
    event.preventDefault();
    turn(steps);
  };
  const pictureOf = (shown: string) =>
    viewedPicture({ ...set, size: resolution?.resolutionName, options: [], layers: undefined }, shown, [labelOf(set)]);
  const viewer = useViewer(resolution ? angles.map(pictureOf) : [], { angles: true });
  if (set.nothingValid) return <Typography color="textSecondary">{texts.notServed}</Typography>;
  if (!set.loading && !set.loadingVersions && set.versions.length === 0) {
    return <Typography color="textSecondary">{texts.noVersion}</Typography>;
  }
  const { width, height } = resolution ?? { width: 16, height: 9 };
  const maxHeight = Math.max(MIN_HEIGHT, window.innerHeight - ROOM_AROUND);
  const shownWidth = Math.min(frameWidth, Math.floor((maxHeight * width) / height));
  return (
    <>
      <Box role="group" aria-label={texts.picture} ref={frame} onKeyDown={onKeyDown}>
        <Box sx={{ minHeight: frameWidth > 0 ? (shownWidth * height) / width + TITLE_HEIGHT : undefined }}>
          {set.ready && angle !== undefined && version !== '' ? (
            <ImageTile
              picture={pictureOf(angle)}
              width={width}
              height={height}
              shownWidth={shownWidth}
              onEnlarge={() => viewer.open(angle)}
            />
          ) : (
            <Skeleton variant="rounded" width="100%" sx={{ height: '100%', minHeight: MIN_HEIGHT }} />
          )}
        </Box>
        <Stack direction="row" useFlexGap spacing={1} sx={{ mt: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <IconButton aria-label={texts.previousAngle} disabled={angles.length < 2} onClick={() => turn(-1)}>
            <ArrowBackIcon />
          </IconButton>
          <Typography role="status" variant="body2" sx={{ minWidth: 110, textAlign: 'center' }}>
            {angle === undefined ? '' : texts.angle(angle, at + 1, angles.length)}
          </Typography>
          <IconButton aria-label={texts.nextAngle} disabled={angles.length < 2} onClick={() => turn(1)}>
            <ArrowForwardIcon />
          </IconButton>
          {valid.exterior && valid.interior && (
            <ToggleChoice
              label={texts.viewport}
              value={viewport}
              choices={[
                { value: 'exterior', label: texts.exterior },
                { value: 'interior', label: texts.interior },
              ]}
              onChange={(next) => onChange({ viewport: next, angle: undefined })}
            />
          )}
          <Typography variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
            {version !== '' && texts.standardOptions(version)}
          </Typography>
        </Stack>
      </Box>
      {viewer.element}
    </>
  );
}
