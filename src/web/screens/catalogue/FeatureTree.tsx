/**
 * The features tree (2.3): a foldable part for each category, those of the viewport first, in it the families with their
 * features.
 */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { memo, useMemo } from 'react';
import { MANDATORY_FAMILIES } from '../../../engine/codes.ts';
import type { Viewport } from '../../../engine/meta.ts';
import { treeFailures } from '../../texts/notices.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { RadioTree } from '../../ui/RadioTree.tsx';
import { matchingFamilies, type Swatches } from '../../ui/treeFamilies.ts';
import { type FeatureCategory, fittingFirst } from './featureTree.ts';
import { type ChoiceAhead, useAhead } from './useChoiceAhead.ts';
import type { useFeatureTree } from './useFeatureTree.ts';

type Features = ReturnType<typeof useFeatureTree>;
interface Shown extends Pick<Features, 'selected' | 'noneTexts' | 'standardOf' | 'choose' | 'aim'> {
  /** shows only what contains it */
  find: string;
  swatches: Swatches | undefined;
  ahead: ChoiceAhead;
}

/** Drawn again only when something of it changed: a click has the panel drawn several times. */
export const FeatureTree = memo(function FeatureTree({
  viewport,
  tree,
  settled,
  missing,
  failures,
  ...shown
}: Shown & Pick<Features, 'tree' | 'settled' | 'missing' | 'failures'> & { viewport: Viewport }) {
  return (
    <>
      {failures.map((text) => (
        <Typography key={text} color="error">
          {text}
        </Typography>
      ))}
      {missing ? (
        <Typography color="error">{treeFailures.features}</Typography>
      ) : tree.length === 0 && !settled ? (
        <TreeSkeleton />
      ) : (
        fittingFirst(tree, viewport).map((category) => <Category key={category.name} category={category} {...shown} />)
      )}
    </>
  );
});

export function TreeSkeleton() {
  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
  return Array.from({ length: 8 }, (_, i) => <Skeleton key={i} height={28} />);
}

function Category({
  category: { name, groups },
  selected: settled,
  ahead,
  noneTexts,
  standardOf,
  choose,
  aim,
  find,
  swatches,
}: Shown & { category: FeatureCategory }) {
  const selected = useAhead(ahead) ?? settled;
  const chosen = groups.flatMap(({ featureClass, nodes }) => {
    const node = nodes.find(({ id }) => selected.includes(id));
    return node ? [[featureClass, node.id] as const] : [];
  });
  const families = useMemo(
    () =>
      matchingFamilies(
        groups.map(({ featureClass, label, nodes }) => ({
          name: featureClass,
          title: testTexts.features.family(label, featureClass),
          leaves: nodes,
          none: MANDATORY_FAMILIES.includes(featureClass)
            ? null
            : (noneTexts.get(featureClass) ?? testTexts.features.none),
          marked: standardOf.get(featureClass),
        })),
        find,
      ),
    [groups, noneTexts, standardOf, find],
  );
  if (families.length === 0) return null;
  return (
    <Box component="details" open sx={{ '& > summary': { fontWeight: 700, cursor: 'pointer', py: 0.5 } }}>
      <summary>{name}</summary>
      <Box sx={{ ml: '30px' }}>
        <RadioTree
          label={name}
          cutIn="tooltip"
          swatches={swatches}
          families={families}
          chosen={new Map(chosen)}
          onChoose={choose}
          onAim={aim}
        />
      </Box>
    </Box>
  );
}
