/** The features tree and its pictures (2.3 and 4.2), with why each layer is what it is. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { urlOf } from '../../../contract/index.ts';
import { joinChoice, MANDATORY_FAMILIES, splitChoice } from '../../../engine/codes.ts';
import { api } from '../../api/api.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { treeFailures } from '../../texts/notices.ts';
import { RadioTree } from '../../ui/RadioTree.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { changesBetween } from './clickChanges.ts';
import { changesOf, type FeatureCategory, selectedIn, updateTree } from './featureTree.ts';
import { LastClick } from './LastClick.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { TargetList } from './TargetList.tsx';
import { TestPanel } from './TestPanel.tsx';
import { useExplanation } from './useExplanation.ts';
import type { TestSet } from './useTestSet.ts';
import { WhyDialog } from './WhyDialog.tsx';

const NO_OPTIONS: readonly string[] = [];

/** The choice as the calls take it: colour, trim, and the rest comma-joined. */
function callChoice(chosen: readonly string[]) {
  const { colour, trim, options } = splitChoice(chosen);
  return { colour, trim, rest: options.length > 0 ? options.join(',') : undefined };
}

export function FeaturesPanel({
  set,
  wished = NO_OPTIONS,
  onChoose,
}: {
  set: TestSet;
  wished: readonly string[] | undefined;
  onChoose: (options: string[]) => void;
}) {
  const { area, disId, version, viewport, model, resolution } = set;
  const [why, setWhy] = useState(false);
  const calls = api(area);
  const { colour, trim, rest } = callChoice(wished);
  const query = { colour, trim, additionalOptions: rest, disId };
  const args = { params: { version }, query };
  const features = useQuery({
    queryKey: ['features', area, disId, version, wished],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => calls.features({ ...args, signal }),
  });
  const standards = useQuery({
    queryKey: ['standards', area, disId, version, wished],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => calls.standards({ ...args, signal }),
  });
  useFailureNotice(standards.error, 'fetch standard options');

  // The tree remembers what was offered before, so it lives beside the answers; another version starts it anew.
  const treeOf = `${area} ${disId} ${version}`;
  const [kept, setKept] = useState<{ of: string; tree: FeatureCategory[] }>({ of: treeOf, tree: [] });
  const answer = features.isPlaceholderData ? undefined : features.data;
  useEffect(() => {
    if (!answer) return;
    setKept((before) => {
      const old = before.of === treeOf ? before.tree : [];
      // Parts that did not change stay the same objects, so they are not drawn again.
      const tree = replaceEqualDeep(old, updateTree(old, answer));
      return before.of === treeOf && tree === old ? before : { of: treeOf, tree };
    });
  }, [answer, treeOf]);
  const tree = kept.of === treeOf ? kept.tree : [];
  // A tree that stands is being brought up to date: the document names that failure differently.
  useFailureNotice(features.error, tree.length === 0 ? 'fetch features' : 'get features');
  const failed = [
    ...(features.isError && tree.length > 0 ? [treeFailures.reload] : []),
    ...(standards.isError ? [treeFailures.standards] : []),
  ];
  const settled = features.isSuccess && !features.isPlaceholderData && tree.length > 0;
  const standing = settled ? selectedIn(tree) : wished;
  const dropped = settled ? changesOf(wished, tree) : [];

  const standardOf = useMemo(
    () => new Map((standards.data ?? []).map((row) => [row.featureClass, `(${row.featureId}) ${row.featureLabel}`])),
    [standards.data],
  );
  const choose = (family: string, id: string) => {
    const group = tree.flatMap(({ groups }) => groups).find(({ featureClass }) => featureClass === family);
    const others = standing.filter((other) => !group?.nodes.some((node) => node.id === other));
    onChoose(joinChoice(splitChoice(id === '' ? others : [...others, id])));
  };

  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  const chooseNow = useCallback((family: string, id: string) => latest.current(family, id), []);

  // The server drops from a picture's options what it drops from the tree's, so pictures need not wait for the tree.
  const pictureQuery = (angle: string) => {
    const choice = callChoice(wished);
    return {
      versionId: version,
      viewport: viewport.slice(0, 3) as 'ext' | 'int',
      driverType: model,
      size: resolution?.resolutionName,
      view: angle,
      color: choice.colour,
      trim: choice.trim,
      options: choice.rest,
    };
  };
  const params = { id: disId };
  const [firstAngle] = set.angles;
  const explained = useExplanation(
    area,
    disId,
    settled && firstAngle !== undefined ? pictureQuery(firstAngle) : undefined,
  );
  return (
    <TestPanel
      label="Features"
      pictures={
        <>
          {dropped.length > 0 && (
            <Alert severity="info" sx={{ mb: 2 }} role="status">
              No longer offered, so dropped: {dropped.join(', ')}
            </Alert>
          )}
          {resolution && (
            <PictureGrid
              angles={set.angles}
              resolution={resolution}
              tileOf={(angle) => ({
                link: urlOf(wire.debugImageFromOptions, { params, query: pictureQuery(angle) }, addressOf(area)),
                queryKey: ['imageFromOptions', area, disId, pictureQuery(angle)],
                load: async (signal, format) =>
                  (await calls.imageFromOptions({ params, query: { ...pictureQuery(angle), format }, signal })).blob(),
              })}
            />
          )}
        </>
      }
    >
      <TargetList area={area} disId={disId} kind="features" />
      <Button variant="outlined" onClick={() => setWhy(true)} sx={{ mb: 1 }}>
        Why these layers?
      </Button>
      {explained.before && explained.now && <LastClick changes={changesBetween(explained.before, explained.now)} />}
      {failed.map((text) => (
        <Typography key={text} color="error">
          {text}
        </Typography>
      ))}
      {features.isError && tree.length === 0 ? (
        <Typography color="error">{treeFailures.features}</Typography>
      ) : tree.length === 0 && !settled ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
        Array.from({ length: 8 }, (_, i) => <Skeleton key={i} height={28} />)
      ) : (
        tree.map((category) => (
          <Box
            key={category.name}
            component="details"
            open
            sx={{ '& > summary': { fontWeight: 700, cursor: 'pointer', py: 0.5 } }}
          >
            <summary>{category.name}</summary>
            <Box sx={{ ml: '30px' }}>
              <RadioTree
                label={category.name}
                cutIn="tooltip"
                families={category.groups.map(({ featureClass, nodes }) => ({
                  name: featureClass,
                  leaves: nodes,
                  none: MANDATORY_FAMILIES.includes(featureClass)
                    ? null
                    : `none ${standardOf.get(featureClass) ?? ''}`.trim(),
                }))}
                chosen={
                  new Map(
                    category.groups.flatMap(({ featureClass, nodes }) => {
                      const chosen = nodes.find((node) => standing.includes(node.id));
                      return chosen ? [[featureClass, chosen.id] as const] : [];
                    }),
                  )
                }
                onChoose={chooseNow}
              />
            </Box>
          </Box>
        ))
      )}
      {why && <WhyDialog explanation={explained.answer} onClose={() => setWhy(false)} />}
    </TestPanel>
  );
}
