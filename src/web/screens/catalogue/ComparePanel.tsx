/** The comparison itself: its view, the threshold from which differences count, and every angle. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ResolutionAnswer } from '../../../contract/index.ts';
import { useViewer } from '../../pictures/useViewer.tsx';
import { compareTexts as texts } from '../../texts/compare.ts';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { ComparedAngle } from './ComparedAngle.tsx';
import type { CompareView, SideName } from './ComparedPictures.tsx';
import { comparisonQuery, type Side } from './comparison.ts';
import { changedPixels } from './difference.ts';
import { NamedSlider } from './NamedSlider.tsx';
import type { CompareSearch } from './search.ts';
import { viewedPicture } from './viewedPicture.ts';

const VIEWS: readonly CompareView[] = ['side', 'swipe', 'difference'];
/** Levels of 255. A larger difference is not a rounding error but another picture. */
const MAX_THRESHOLD = 64;
const MIDDLE = 50;

/** The keys 1, 2 and 3 choose the view, while no field has the focus. */
function useViewKeys(choose: (view: CompareView) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      target.closest('input, textarea, [role=combobox], [role=dialog]')
    )
      return;
    const view = VIEWS[Number(event.key) - 1];
    if (view) choose(view);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

export function ComparePanel({
  left,
  right,
  names,
  angles,
  resolution,
  search,
  onChange,
}: {
  left: Side;
  right: Side;
  names: readonly [SideName, SideName];
  angles: readonly string[];
  resolution: ResolutionAnswer;
  search: CompareSearch;
  onChange: (change: Partial<CompareSearch>) => void;
}) {
  const view = search.view ?? 'side';
  const chooseView = (next: CompareView) => onChange({ view: next === 'side' ? undefined : next });
  useViewKeys(chooseView);
  // While the slider moves, its position is not in the address yet.
  const [moving, setMoving] = useState<{ threshold?: number; at?: number }>({});
  const threshold = moving.threshold ?? search.threshold ?? 0;
  const at = moving.at ?? search.at ?? MIDDLE;
  const moveAt = (next: number, released: boolean) => {
    setMoving(released ? {} : { at: next });
    if (released) onChange({ at: next === MIDDLE ? undefined : next });
  };
  const results = useQueries({ queries: angles.map((angle) => comparisonQuery(left, right, angle)) });
  const compared = results.flatMap(({ data }) => (data?.compared ? [data.compared.difference] : []));
  const differing = compared.filter((difference) => changedPixels(difference, threshold) > 0).length;
  // Arrow keys switch between the sides, so that differences blink.
  const titleOf = (angle: string, i: 0 | 1) => texts.angle.title(angle, names[i].text);
  const viewer = useViewer(
    angles.flatMap((angle) => [
      viewedPicture(left, angle, [names[0].text], titleOf(angle, 0)),
      viewedPicture(right, angle, [names[1].text], titleOf(angle, 1)),
    ]),
  );
  const remaining = results.filter(({ data }) => data === undefined).length;
  const summary =
    remaining > 0
      ? texts.summary.comparing(remaining, angles.length)
      : compared.length === 0
        ? texts.summary.none
        : differing === 0
          ? texts.summary.alike(compared.length)
          : texts.summary.differing(differing, compared.length);
  return (
    <Box sx={{ p: 2 }}>
      <Stack direction="row" spacing={3} sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 2, minHeight: 40 }}>
        <ToggleChoice
          label={texts.showAs}
          value={view}
          choices={VIEWS.map((value, i) => ({ value, label: texts.views[value], title: texts.key(i + 1) }))}
          onChange={chooseView}
        />
        {view === 'swipe' && (
          <NamedSlider
            id="compare-at"
            name={texts.edge(at)}
            value={at}
            width={200}
            onMove={(next) => moveAt(next, false)}
            onRelease={(next) => moveAt(next, true)}
          />
        )}
        <NamedSlider
          id="compare-threshold"
          name={texts.threshold(threshold)}
          value={threshold}
          max={MAX_THRESHOLD}
          width={160}
          onMove={(next) => setMoving({ threshold: next })}
          onRelease={(next) => {
            setMoving({});
            onChange({ threshold: next === 0 ? undefined : next });
          }}
        />
        <Typography role="status" variant="body2" sx={{ fontWeight: 600, ml: 'auto' }}>
          {summary}
        </Typography>
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${view === 'side' ? 720 : 520}px), 1fr))`,
        }}
      >
        {angles.map((angle, i) => (
          <ComparedAngle
            key={angle}
            angle={angle}
            viewport={left.viewport}
            comparison={results[i]?.data}
            view={view}
            threshold={threshold}
            at={at}
            onAt={moveAt}
            width={resolution.width}
            height={resolution.height}
            names={names}
            version={left.version === right.version ? left.version : undefined}
            onEnlarge={() => viewer.open(titleOf(angle, 0))}
          />
        ))}
      </Box>
      {viewer.element}
    </Box>
  );
}
