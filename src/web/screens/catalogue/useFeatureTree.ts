/**
 * The features tree of a version (4.2): what the server offers for a choice, and what it offered before, in its place.
 *
 *   useFeatureTree
 */
import { keepPreviousData, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { OfferedFeature } from '../../../contract/index.ts';
import { joinChoice, splitChoice } from '../../../engine/codes.ts';
import { api } from '../../api/api.ts';
import { treeFailures } from '../../texts/notices.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { droppedIn, type FeatureCategory, selectedIn, updateTree } from './featureTree.ts';
import { choiceFields } from './pictureQuery.ts';
import type { ChoiceAhead } from './useChoiceAhead.ts';
import type { TestSet } from './useTestSet.ts';

const { features: texts } = testTexts;
const NO_FEATURES: readonly string[] = [];
const NO_TREE: readonly FeatureCategory[] = [];

interface Remembered {
  /** whose tree it is */
  readonly owner: string;
  readonly tree: readonly FeatureCategory[];
  /** the last one that is in the tree */
  readonly answer: readonly OfferedFeature[] | undefined;
}

/**
 * @param wanted the choice as the address has it
 * @param ahead  a choice that the address does not have yet: the next one starts from it
 * @param onAim  called when a feature may be chosen soon, with the choice that this will make
 */
export function useFeatureTree(
  set: TestSet,
  wanted: readonly string[],
  {
    ahead,
    onChoose,
    onAim,
  }: {
    ahead: ChoiceAhead;
    onChoose: (options: string[]) => void;
    onAim: (options: string[], isPressed: boolean) => void;
  },
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
  const [state, setState] = useState<Remembered>({ owner, tree: NO_TREE, answer: undefined });
  const answer = features.isPlaceholderData ? undefined : features.data;
  // With the render that brings the answer: a click between the two would start from the choice before this one.
  if (answer && (answer !== state.answer || owner !== state.owner)) {
    const old = state.owner === owner ? state.tree : NO_TREE;
    // Parts that did not change stay the same objects, so they are not drawn again.
    setState({ owner, answer, tree: replaceEqualDeep(old, updateTree(old, answer)) });
  }
  const tree = state.owner === owner ? state.tree : NO_TREE;
  // The specification names the failure of an update differently from that of the first load.
  useFailureNotice(features.error, tree.length === 0 ? 'fetch features' : 'get features');
  const settled = features.isSuccess && !features.isPlaceholderData && tree.length > 0;
  const selected = useMemo(() => (settled ? selectedIn(tree) : wanted), [settled, tree, wanted]);

  const isStale = features.isError && tree.length > 0;
  const failures = useMemo(
    () => [...(isStale ? [treeFailures.reload] : []), ...(standards.isError ? [treeFailures.standards] : [])],
    [isStale, standards.isError],
  );
  const dropped = useMemo(() => (settled ? droppedIn(tree, wanted) : NO_FEATURES), [settled, tree, wanted]);
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
    const others = (ahead.now() ?? selected).filter((other) => !group?.nodes.some((node) => node.id === other));
    return joinChoice(splitChoice(id === '' ? others : [...others, id]));
  };
  const now = {
    choose: (family: string, id: string) => onChoose(choiceWith(family, id)),
    aim: (family: string, id: string, isPressed: boolean) => onAim(choiceWith(family, id), isPressed),
  };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return {
    tree,
    /** the server has answered for this choice */
    settled,
    selected,
    /** chosen features that the server dropped */
    dropped,
    /** by family: what the leaf for no choice reads */
    noneTexts,
    /** by family: the standard option, as its leaf is marked */
    standardOf,
    /** there is no tree, and none will come */
    missing: features.isError && tree.length === 0,
    failures,
    /** The same function at every render, so that only the family that changes is drawn. `''` is for none. */
    choose: useCallback((family: string, id: string) => latest.current.choose(family, id), []),
    /** The same for a feature that is not chosen yet. */
    aim: useCallback((family: string, id: string, isPressed: boolean) => latest.current.aim(family, id, isPressed), []),
  };
}
