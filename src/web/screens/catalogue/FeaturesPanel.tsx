/** The features tree and its pictures (2.3 and 4.2), with why each layer is what it is. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { urlOf } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { changesBetween } from './clickChanges.ts';
import { FeatureTree } from './FeatureTree.tsx';
import { LastClick } from './LastClick.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { pictureQuery } from './pictureQuery.ts';
import { TargetList } from './TargetList.tsx';
import { TestPanel } from './TestPanel.tsx';
import { useExplanation } from './useExplanation.ts';
import { useFeatureTree } from './useFeatureTree.ts';
import type { TestSet } from './useTestSet.ts';
import { WhyDialog } from './WhyDialog.tsx';

const { features: texts } = testTexts;
const NO_OPTIONS: readonly string[] = [];

export function FeaturesPanel({
  set,
  chosen = NO_OPTIONS,
  onChoose,
}: {
  set: TestSet;
  chosen: readonly string[] | undefined;
  onChoose: (options: string[]) => void;
}) {
  const { area, disId, resolution } = set;
  const [whyOpen, setWhyOpen] = useState(false);
  const features = useFeatureTree(set, chosen, onChoose);
  // The server drops from a picture's options what it drops from the tree's, so pictures need not wait for the tree.
  const queryOf = (angle: string) => pictureQuery({ ...set, size: resolution?.resolutionName, options: chosen }, angle);
  const params = { id: disId };
  const [firstAngle] = set.angles;
  const explanation = useExplanation(
    area,
    disId,
    features.settled && firstAngle !== undefined ? queryOf(firstAngle) : undefined,
  );
  return (
    <TestPanel
      label={texts.label}
      pictures={
        <>
          {features.dropped.length > 0 && (
            <Alert severity="info" sx={{ mb: 2 }} role="status">
              {texts.dropped(features.dropped)}
            </Alert>
          )}
          {resolution && (
            <PictureGrid
              angles={set.angles}
              resolution={resolution}
              tileOf={(angle) => ({
                link: urlOf(wire.debugImageFromOptions, { params, query: queryOf(angle) }, addressOf(area)),
                queryKey: ['imageFromOptions', area, disId, queryOf(angle)],
                load: async (signal, format) => {
                  const query = { ...queryOf(angle), format };
                  return (await api(area).imageFromOptions({ params, query, signal })).blob();
                },
              })}
            />
          )}
        </>
      }
    >
      <TargetList area={area} disId={disId} tree="features" />
      <Button variant="outlined" onClick={() => setWhyOpen(true)} sx={{ mb: 1 }}>
        {texts.why}
      </Button>
      {explanation.before && explanation.now && (
        <LastClick changes={changesBetween(explanation.before, explanation.now)} />
      )}
      <FeatureTree features={features} />
      {whyOpen && <WhyDialog explanation={explanation.answer} onClose={() => setWhyOpen(false)} />}
    </TestPanel>
  );
}
