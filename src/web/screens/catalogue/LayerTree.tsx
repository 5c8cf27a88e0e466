/**
 * The layers tree (2.2): a choice is drawn at once, before it is in the address.
 *
 *   LayerTree
 *   chosenByFamily
 */
import { useMemo } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { RadioTree } from '../../ui/RadioTree.tsx';
import { matchingFamilies, type TreeFamily } from '../../ui/treeFamilies.ts';
import { type ChoiceAhead, useAhead } from './useChoiceAhead.ts';

/** @returns family -> its chosen layer */
export const chosenByFamily = (
  families: readonly TreeFamily[],
  layers: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    families.flatMap(({ name, leaves }) => {
      const leaf = leaves.find(({ id }) => layers.includes(id));
      return leaf ? [[name, leaf.id] as const] : [];
    }),
  );

export function LayerTree({
  families,
  selection,
  ahead,
  find,
  choose,
  aim,
}: {
  families: readonly TreeFamily[];
  selection: readonly string[];
  ahead: ChoiceAhead;
  find: string;
  choose: (family: string, leaf: string) => void;
  aim: (family: string, leaf: string, isPressed: boolean) => void;
}) {
  const shown = useAhead(ahead) ?? selection;
  const chosen = useMemo(() => chosenByFamily(families, shown), [families, shown]);
  const matching = useMemo(() => matchingFamilies(families, find), [families, find]);
  return (
    <RadioTree
      label={testTexts.layers.tree}
      cutIn="text"
      toggle
      families={matching}
      chosen={chosen}
      onChoose={choose}
      onAim={aim}
    />
  );
}
