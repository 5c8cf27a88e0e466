/**
 * The features tree of a version (4.2): what the server offers for a choice, and what it offered before, in its place.
 *
 *   useFeatureTree
 */
import { keepPreviousData, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { joinChoice, splitChoice } from '../../../engine/codes.ts';
import { api } from '../../api/api.ts';
import { treeFailures } from '../../texts/notices.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { droppedIn, type FeatureCategory, selectedIn, updateTree } from './featureTree.ts';
import { choiceFields } from './pictureQuery.ts';
import type { TestSet } from './useTestSet.ts';

const { features: texts } = testTexts;

/**
 * @param wanted the choice as the address has it
 * @param onAim  called when a feature is pressed, with the choice that the release will make
 */
export function useFeatureTree(
  set: TestSet,
  wanted: readonly string[],
  { onChoose, onAim }: { onChoose: (options: string[]) => void; onAim: (options: string[]) => void },
) {
  const { area, disId, version } = set;
  const calls = api(area);
  const { colour, trim, rest } = choiceFields(wanted);
  const call = { params: { version }, query: { colour, trim, additionalOptions: rest, disId } };
  const features = useQuery({
    queryKey: ['features', area, disId, version, wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => calls.features({ ...call, signal }),
  });
  const standards = useQuery({
    queryKey: ['standards', area, disId, version, wanted],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => calls.standards({ ...call, signal }),
  });
  useFailureNotice(standards.error, 'fetch standard options');

  // The tree remembers what was offered before, so it is kept apart from the answers; another version resets it.
  const owner = `${area} ${disId} ${version}`;
  const [state, setState] = useState<{ owner: string; tree: FeatureCategory[] }>({ owner, tree: [] });
  const answer = features.isPlaceholderData ? undefined : features.data;
  useEffect(() => {
    if (!answer) return;
    setState((before) => {
      const old = before.owner === owner ? before.tree : [];
      // Parts that did not change stay the same objects, so they are not drawn again.
      const tree = replaceEqualDeep(old, updateTree(old, answer));
      return before.owner === owner && tree === old ? before : { owner, tree };
    });
  }, [answer, owner]);
  const tree = state.owner === owner ? state.tree : [];
  // The specification names the failure of an update differently from that of the first load.
  useFailureNotice(features.error, tree.length === 0 ? 'fetch features' : 'get features');
  const settled = features.isSuccess && !features.isPlaceholderData && tree.length > 0;
  const selected = settled ? selectedIn(tree) : wanted;

  const standardOf = useMemo(
    () => new Map(standards.data?.map((row) => [row.featureClass, { id: row.featureId, text: texts.standardMark }])),
    [standards.data],
  );
  const noneTexts = useMemo(
    () => new Map(standards.data?.map((row) => [row.featureClass, texts.standard(row.featureId, row.featureLabel)])),
    [standards.data],
  );
  const choiceWith = (family: string, id: string): string[] => {
    const group = tree.flatMap(({ groups }) => groups).find(({ featureClass }) => featureClass === family);
    const others = selected.filter((other) => !group?.nodes.some((node) => node.id === other));
    return joinChoice(splitChoice(id === '' ? others : [...others, id]));
  };
  const now = {
    choose: (family: string, id: string) => onChoose(choiceWith(family, id)),
    aim: (family: string, id: string) => onAim(choiceWith(family, id)),
  };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return {
    tree,
    /** the server has answered for this choice */
    settled,
    selected,
    /** chosen features that the server dropped */
    dropped: settled ? droppedIn(tree, wanted) : [],
    /** by family: what the leaf for no choice reads */
    noneTexts,
    /** by family: the standard option, as its leaf is marked */
    standardOf,
    /** there is no tree, and none will come */
    missing: features.isError && tree.length === 0,
    failures: [
      ...(features.isError && tree.length > 0 ? [treeFailures.reload] : []),
      ...(standards.isError ? [treeFailures.standards] : []),
    ],
    /** The same function at every render, so that only the family that changes is drawn. `''` is for none. */
    choose: useCallback((family: string, id: string) => latest.current.choose(family, id), []),
    /** The same for a feature that is pressed and not released yet. */
    aim: useCallback((family: string, id: string) => latest.current.aim(family, id), []),
  };
}
