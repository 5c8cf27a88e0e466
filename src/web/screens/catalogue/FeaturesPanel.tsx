/** The features tree and its pictures (2.3 and 4.2), with why each layer is what it is. */
import Button from '@mui/material/Button';
import { memo, useCallback, useMemo, useState } from 'react';
import { type Foresight, useForesight } from '../../pictures/useForesight.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { changesBetween, optionChanges } from './clickChanges.ts';
import { FeatureTree } from './FeatureTree.tsx';
import { LastClick } from './LastClick.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { pictureQuery } from './pictureQuery.ts';
import { TargetList } from './TargetList.tsx';
import { type PanelProps, paperText, TestPanel } from './TestPanel.tsx';
import { TreeTools } from './TreeTools.tsx';
import { useChoiceAhead } from './useChoiceAhead.ts';
import { useExplanation } from './useExplanation.ts';
import { useFeatureTree } from './useFeatureTree.ts';
import { useSwatches } from './useSwatches.ts';
import { labelOf } from './useTestSet.ts';
import { viewedPicture } from './viewedPicture.ts';
import { WhyDialog } from './WhyDialog.tsx';

const { features: texts } = testTexts;
const NO_OPTIONS: readonly string[] = [];

/** The address follows a click, and has the screen drawn again: nothing of this changes then. */
export const FeaturesPanel = memo(function FeaturesPanel({
  set,
  chosen = NO_OPTIONS,
  find = '',
  view,
  onChoose,
  onFind,
  onView,
}: PanelProps) {
  const { area, disId, resolution } = set;
  const [whyOpen, setWhyOpen] = useState(false);
  // The server drops from a picture's options what it drops from the tree's, so pictures need not wait for the tree.
  const side = useMemo(
    () => ({ ...set, size: set.resolution?.resolutionName, options: chosen, layers: undefined }),
    [set, chosen],
  );
  const foresee = useForesight();
  const ask = async (options: readonly string[], foresight: Foresight): Promise<void> => {
    if (!resolution) return;
    const pictures = set.angles.map((angle) => viewedPicture({ ...side, options }, angle, []));
    await foresee(pictures, foresight);
  };
  const [ahead, choose] = useChoiceAhead(onChoose);
  const features = useFeatureTree(set, chosen, {
    ahead,
    onAim: (options, isPressed) => void ask(options, isPressed ? 'pressed' : 'maybe'),
    onChoose: (options) => choose(options, ask(options, 'chosen')),
  });
  const [firstAngle] = set.angles;
  const explanation = useExplanation(
    area,
    disId,
    features.settled && firstAngle !== undefined ? pictureQuery(side, firstAngle) : undefined,
  );
  const swatches = useSwatches(set);
  const labels = useMemo(
    () =>
      new Map(features.tree.flatMap(({ groups }) => groups.flatMap(({ nodes }) => nodes.map((n) => [n.id, n.label])))),
    [features.tree],
  );
  const label = useMemo(() => labelOf(set), [set]);
  const shows = JSON.stringify([label, ...chosen.map((id) => labels.get(id) ?? id)]);
  const pictureOf = useCallback(
    (angle: string) => viewedPicture(side, angle, JSON.parse(shows) as string[]),
    [side, shows],
  );
  const pictureWith = useCallback(
    (options: readonly string[], angle: string) => viewedPicture({ ...side, options }, angle, [label, ...options]),
    [side, label],
  );
  const { before, now } = explanation;
  const changes = useMemo(() => before && now && changesBetween(before, now), [before, now]);
  const changed = useMemo(() => (changes ? optionChanges(changes, features.tree) : []), [changes, features.tree]);
  return (
    <TestPanel
      label={texts.label}
      count={resolution ? set.angles.length : 0}
      painting={['imageFromOptions', area, disId]}
      busy={!features.settled || explanation.answer.isFetching}
      changes={changed.map(({ family, before: was, after: is }) =>
        testTexts.painted.change(family, was?.label, is?.label),
      )}
      layers={changes?.layers.map(({ family }) => family)}
      chosen={paperText(set, features.selected)}
      footer={<LastClick layers={changes?.layers} options={changed} dropped={features.dropped} />}
      pictures={
        resolution && (
          <PictureGrid
            angles={set.angles}
            resolution={resolution}
            view={view}
            onView={onView}
            pictureOf={pictureOf}
            ahead={ahead}
            pictureWith={pictureWith}
          />
        )
      }
    >
      <TargetList area={area} disId={disId} tree="features" />
      <Button variant="outlined" onClick={() => setWhyOpen(true)} sx={{ mb: 1 }}>
        {texts.why}
      </Button>
      <TreeTools find={find} onFind={onFind}>
        <FeatureTree {...features} ahead={ahead} viewport={set.viewport} find={find} swatches={swatches} />
      </TreeTools>
      {whyOpen && (
        <WhyDialog
          explanation={explanation.answer}
          picture={pictureOf(firstAngle ?? '')}
          labelOf={(id) => labels.get(id)}
          onClose={() => setWhyOpen(false)}
        />
      )}
    </TestPanel>
  );
});
