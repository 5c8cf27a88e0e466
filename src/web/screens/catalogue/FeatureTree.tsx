/** The features tree (2.3): a foldable part for each category, in it the families with their features. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { MANDATORY_FAMILIES } from '../../../engine/codes.ts';
import { treeFailures } from '../../texts/notices.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { RadioTree } from '../../ui/RadioTree.tsx';
import type { FeatureCategory } from './featureTree.ts';
import type { useFeatureTree } from './useFeatureTree.ts';

export function FeatureTree({ features }: { features: ReturnType<typeof useFeatureTree> }) {
  const { tree, settled, missing, failures } = features;
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
        tree.map((category) => <Category key={category.name} category={category} features={features} />)
      )}
    </>
  );
}

export function TreeSkeleton() {
  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
  return Array.from({ length: 8 }, (_, i) => <Skeleton key={i} height={28} />);
}

function Category({
  category: { name, groups },
  features: { selected, noneTexts, choose },
}: {
  category: FeatureCategory;
  features: ReturnType<typeof useFeatureTree>;
}) {
  const chosen = groups.flatMap(({ featureClass, nodes }) => {
    const node = nodes.find(({ id }) => selected.includes(id));
    return node ? [[featureClass, node.id] as const] : [];
  });
  return (
    <Box component="details" open sx={{ '& > summary': { fontWeight: 700, cursor: 'pointer', py: 0.5 } }}>
      <summary>{name}</summary>
      <Box sx={{ ml: '30px' }}>
        <RadioTree
          label={name}
          cutIn="tooltip"
          families={groups.map(({ featureClass, nodes }) => ({
            name: featureClass,
            leaves: nodes,
            none: MANDATORY_FAMILIES.includes(featureClass)
              ? null
              : (noneTexts.get(featureClass) ?? testTexts.features.none),
          }))}
          chosen={new Map(chosen)}
          onChoose={choose}
        />
      </Box>
    </Box>
  );
}
