/** The features tree and its pictures (2.3 and 4.2), with why each layer is what it is. */
import Button from '@mui/material/Button';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { firstOf } from '../../pictures/usePicture.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { changesBetween, optionChanges } from './clickChanges.ts';
import { FeatureTree } from './FeatureTree.tsx';
import { LastClick } from './LastClick.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { pictureQuery } from './pictureQuery.ts';
import { TargetList } from './TargetList.tsx';
import { type PanelProps, paperText, TestPanel } from './TestPanel.tsx';
import { TreeTools } from './TreeTools.tsx';
import { useExplanation } from './useExplanation.ts';
import { useFeatureTree } from './useFeatureTree.ts';
import { useSwatches } from './useSwatches.ts';
import { labelOf } from './useTestSet.ts';
import { viewedPicture } from './viewedPicture.ts';
import { WhyDialog } from './WhyDialog.tsx';

const { features: texts } = testTexts;
/** begins the keys of the pictures' queries */
const PICTURES = 'imageFromOptions';
const NO_OPTIONS: readonly string[] = [];

export function FeaturesPanel({ set, chosen = NO_OPTIONS, find = '', view, onChoose, onFind, onView }: PanelProps) {
  const { area, disId, resolution } = set;
  const [whyOpen, setWhyOpen] = useState(false);
  // The server drops from a picture's options what it drops from the tree's, so pictures need not wait for the tree.
  const side = { ...set, size: resolution?.resolutionName, options: chosen, layers: undefined };
  const client = useQueryClient();
  /** Asks for the pictures of a choice before anything is drawn for it: the tiles find them on their way. */
  const ask = (options: readonly string[]): void => {
    if (!resolution) return;
    for (const angle of set.angles) void client.prefetchQuery(firstOf(viewedPicture({ ...side, options }, angle, [])));
  };
  const features = useFeatureTree(set, chosen, {
    onAim: ask,
    onChoose: (options) => {
      ask(options);
      onChoose(options);
    },
  });
  const [firstAngle] = set.angles;
  const explanation = useExplanation(
    area,
    disId,
    features.settled && firstAngle !== undefined ? pictureQuery(side, firstAngle) : undefined,
  );
  const swatches = useSwatches(set);
  const labels = features.tree.flatMap(({ groups }) => groups.flatMap(({ nodes }) => nodes));
  const shows = [labelOf(set), ...chosen.map((id) => labels.find((node) => node.id === id)?.label ?? id)];
  const painting = useIsFetching({ queryKey: [PICTURES, area, disId] });
  const { before, now } = explanation;
  const changes = useMemo(() => before && now && changesBetween(before, now), [before, now]);
  const changed = useMemo(() => (changes ? optionChanges(changes, features.tree) : []), [changes, features.tree]);
  return (
    <TestPanel
      label={texts.label}
      count={resolution ? set.angles.length : 0}
      busy={painting > 0 || !features.settled || explanation.answer.isFetching}
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
            pictureOf={(angle) => viewedPicture(side, angle, shows)}
          />
        )
      }
    >
      <TargetList area={area} disId={disId} tree="features" />
      <Button variant="outlined" onClick={() => setWhyOpen(true)} sx={{ mb: 1 }}>
        {texts.why}
      </Button>
      <TreeTools find={find} onFind={onFind}>
        <FeatureTree features={features} viewport={set.viewport} find={find} swatches={swatches} />
      </TreeTools>
      {whyOpen && (
        <WhyDialog
          explanation={explanation.answer}
          picture={viewedPicture(side, firstAngle ?? '', shows)}
          labelOf={(id) => labels.find((node) => node.id === id)?.label}
          onClose={() => setWhyOpen(false)}
        />
      )}
    </TestPanel>
  );
}
