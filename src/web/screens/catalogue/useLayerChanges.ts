import { useState } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import type { TreeFamily } from '../../ui/treeFamilies.ts';

const NO_CHANGES: readonly string[] = [];

/**
 * @param painted the layers that the pictures show; undefined while they are being painted
 * @returns what changed since the previous pictures, as text
 */
export function useLayerChanges(
  painted: readonly string[] | undefined,
  families: readonly TreeFamily[],
): readonly string[] {
  const [seen, setSeen] = useState<{ painted: readonly string[]; changes: readonly string[] }>();
  if (painted && painted.join() !== seen?.painted.join()) {
    const changes = families.flatMap(({ name, leaves }) => {
      const of = (layers: readonly string[]) => leaves.find(({ id }) => layers.includes(id));
      const [before, after] = [of(seen?.painted ?? []), of(painted)];
      if (seen === undefined || before === after) return [];
      const isTold = before?.description !== after?.description;
      // Heard, the name of a layer means nothing; it is said where the description leaves the two the same.
      const wordsOf = (leaf: TreeFamily['leaves'][number] | undefined) => (isTold && leaf?.description) || leaf?.id;
      return [testTexts.painted.change(name, wordsOf(before), wordsOf(after))];
    });
    setSeen({ painted, changes });
  }
  return seen?.changes ?? NO_CHANGES;
}
