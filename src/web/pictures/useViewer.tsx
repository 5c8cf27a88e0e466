/**
 * Opens the viewer over a screen. Its code is loaded when it is opened first.
 *
 *   useViewer
 *   OpenedViewer     the viewer itself, for a screen that keeps what is shown
 *   EnlargeButton    opens the viewer from a picture's title
 */
import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../app/lazyFile.ts';
import { viewerTexts as texts } from '../texts/viewer.ts';
import { OpenInFullIcon } from '../ui/icons/OpenInFull.tsx';
import type { ViewerProps } from './Viewer.tsx';
import type { Point, ViewedPicture } from './viewerPicture.ts';

const Viewer = lazyPart(() => import('./Viewer.tsx'), 'Viewer');

/** Fewer angles jump instead of turning. */
const ENOUGH_TO_TURN = 8;

export interface OpenViewer {
  /** @param title of the picture; @param point ask what is there immediately */
  readonly open: (title: string, point?: Point) => void;
  /** to be rendered anywhere */
  readonly element: ReactNode;
}

/**
 * @param pictures in the order of the arrow keys, each with a title of its own
 * @param angles they are the angles of one view: with eight or more of them, dragging turns the car
 * @param sides how many consecutive pictures show the same angle, of several states
 */
export function useViewer(pictures: readonly ViewedPicture[], { angles = false, sides = 1 } = {}): OpenViewer {
  const [shown, setShown] = useState<{ title: string; point?: Point }>();
  const index = pictures.findIndex(({ title }) => title === shown?.title);
  return {
    open: (title, point) => setShown({ title, ...(point && { point }) }),
    element: shown && index >= 0 && (
      <Suspense fallback={null}>
        <Viewer
          pictures={pictures}
          index={index}
          turns={angles && pictures.length / sides >= ENOUGH_TO_TURN}
          angles={angles}
          sides={sides}
          {...(shown.point && { point: shown.point })}
          onIndex={(next) => setShown({ title: pictures[next]?.title ?? '' })}
          onClose={() => setShown(undefined)}
        />
      </Suspense>
    ),
  };
}

export const OpenedViewer = (props: ViewerProps) => (
  <Suspense fallback={null}>
    <Viewer {...props} />
  </Suspense>
);

export function EnlargeButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <IconButton
      size="small"
      aria-label={texts.enlarge(title)}
      title={texts.enlarge(title)}
      onClick={onClick}
      sx={{ p: 0.5 }}
    >
      <OpenInFullIcon sx={{ fontSize: 16 }} />
    </IconButton>
  );
}
