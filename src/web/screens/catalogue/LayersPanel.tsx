/** The layers tree and its pictures (2.2 and 4.2). */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../../api/api.ts';
import { type Foresight, useForesight } from '../../pictures/useForesight.ts';
import { usePicturesLoading } from '../../pictures/usePicturesLoading.ts';
import { testTexts } from '../../texts/testScreens.ts';
import type { TreeFamily } from '../../ui/treeFamilies.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { TreeSkeleton } from './FeatureTree.tsx';
import { chosenByFamily, LayerTree } from './LayerTree.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { TargetList } from './TargetList.tsx';
import { type PanelProps, paperText, TestPanel } from './TestPanel.tsx';
import { TreeTools } from './TreeTools.tsx';
import { type ChoiceAhead, useChoiceAhead } from './useChoiceAhead.ts';
import { useLayerChanges } from './useLayerChanges.ts';
import { labelOf } from './useTestSet.ts';
import { viewedPicture } from './viewedPicture.ts';

const { layers: texts } = testTexts;
const NO_LAYERS: readonly string[] = [];
const NO_OPTIONS: readonly string[] = [];

export function LayersPanel({ set, chosen, find = '', view, onChoose, onFind, onView }: PanelProps) {
  const { area, disId, version, viewport, model } = set;
  const calls = api(area);
  const tree = useQuery({
    queryKey: ['layers', area, disId, viewport, model],
    queryFn: ({ signal }) => calls.layers({ params: { id: disId }, query: { viewport, driverType: model }, signal }),
  });
  useFailureNotice(tree.error, 'load layers');
  // Preselected layers exist only for a version: without one there is no call (section 5).
  const preselected = useQuery({
    queryKey: ['preselected', area, disId, version, viewport],
    enabled: version !== '',
    queryFn: ({ signal }) => calls.preselectedLayers({ params: { version }, query: { viewport, disId }, signal }),
    select: (layers) => layers.map((layer) => layer.name),
  });
  useFailureNotice(preselected.error, 'load preselected layers');

  const families = useMemo(() => {
    const byName = new Map<string, TreeFamily & { leaves: { id: string; description: string }[] }>();
    for (const { familyName, name, description } of tree.data ?? []) {
      const family = byName.get(familyName) ?? { name: familyName, leaves: [] };
      family.leaves.push({ id: name, description });
      byName.set(familyName, family);
    }
    return [...byName.values()];
  }, [tree.data]);
  const preselectedNames = preselected.data ?? NO_LAYERS;
  const selection = chosen ?? preselectedNames;
  const byFamily = useMemo(() => chosenByFamily(families, selection), [families, selection]);
  const [ahead, chooseAhead] = useChoiceAhead(onChoose);
  const layersWith = useCallback(
    (family: string, leaf: string): string[] => {
      const next = new Map(chosenByFamily(families, ahead.now() ?? selection));
      if (leaf === '') next.delete(family);
      else next.set(family, leaf);
      return [...next.values()];
    },
    [families, selection, ahead],
  );
  const foresee = useForesight();
  const ask = useCallback(
    async (layers: readonly string[], foresight: Foresight): Promise<void> => {
      const painted = layers.length > 0 ? layers : preselectedNames;
      const side = sideOf(set, painted);
      if (side && painted.length > 0)
        await foresee(
          set.angles.map((angle) => viewedPicture(side, angle, [])),
          foresight,
        );
    },
    [set, preselectedNames, foresee],
  );
  const choose = useCallback(
    (family: string, leaf: string) => {
      const next = layersWith(family, leaf);
      chooseAhead(next, ask(next, 'chosen'));
    },
    [layersWith, ask, chooseAhead],
  );
  const aim = useCallback(
    (family: string, leaf: string, isPressed: boolean) =>
      void ask(layersWith(family, leaf), isPressed ? 'pressed' : 'maybe'),
    [layersWith, ask],
  );
  // With nothing selected the pictures show the preselected layers (section 4.2).
  const painted = byFamily.size > 0 ? [...byFamily.values()] : [...preselectedNames];

  const painting = ['image', area, disId];
  const isPainting = usePicturesLoading(painting);
  const shown = isPainting || !tree.isSuccess || preselected.isLoading ? undefined : painted;
  const changes = useLayerChanges(shown, families);
  const missing =
    tree.isSuccess && chosen
      ? chosen.filter((name) => !families.some(({ leaves }) => leaves.some(({ id }) => id === name)))
      : [];
  return (
    <TestPanel
      label={texts.label}
      count={painted.length > 0 ? set.angles.length : 0}
      painting={painting}
      busy={shown === undefined}
      changes={changes}
      chosen={paperText(set, painted)}
      pictures={
        tree.isSuccess && painted.length === 0 && !preselected.isLoading ? (
          <Typography color="textSecondary" sx={{ p: 4, textAlign: 'center' }}>
            {texts.nothingSelected}
          </Typography>
        ) : (
          <Pictures
            set={set}
            layers={painted}
            preselected={preselectedNames}
            ahead={ahead}
            view={view}
            onView={onView}
          />
        )
      }
    >
      <TargetList area={area} disId={disId} tree="layers" />
      {missing.length > 0 && (
        <Typography variant="body2" color="warning" role="status" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          {texts.dropped(missing)}
        </Typography>
      )}
      {tree.isPending ? (
        <TreeSkeleton />
      ) : families.length === 0 ? (
        <Typography color="textSecondary">{texts.none}</Typography>
      ) : (
        <TreeTools find={find} onFind={onFind}>
          <LayerTree families={families} selection={selection} ahead={ahead} find={find} choose={choose} aim={aim} />
        </TreeTools>
      )}
    </TestPanel>
  );
}

/** @returns undefined: there is no resolution yet */
const sideOf = (set: PanelProps['set'], layers: readonly string[]) =>
  set.resolution && { ...set, size: set.resolution.resolutionName, options: NO_OPTIONS, layers };

function Pictures({
  set,
  layers,
  preselected,
  ahead,
  view,
  onView,
}: {
  layers: readonly string[];
  /** what is painted where nothing is chosen */
  preselected: readonly string[];
  ahead: ChoiceAhead;
} & Pick<PanelProps, 'set' | 'view' | 'onView'>) {
  const { resolution } = set;
  const side = sideOf(set, layers);
  const pictureWith = useCallback(
    (chosen: readonly string[], angle: string) => {
      const painted = chosen.length > 0 ? chosen : preselected;
      const other = painted.length > 0 ? sideOf(set, painted) : undefined;
      return other && viewedPicture(other, angle, [labelOf(set), ...painted]);
    },
    [set, preselected],
  );
  if (!resolution || !side || layers.length === 0) return null;
  return (
    <PictureGrid
      angles={set.angles}
      resolution={resolution}
      view={view}
      onView={onView}
      pictureOf={(angle) => viewedPicture(side, angle, [labelOf(set), ...layers])}
      ahead={ahead}
      pictureWith={pictureWith}
    />
  );
}
