/**
 * What a test screen with a tree keeps in the address, as its form and its tree take it.
 *
 *   useTestSearch
 */
import { useCallback } from 'react';
import type { TestSearch } from './search.ts';
import { useStepSearch } from './useSteps.ts';

interface TestRoute {
  useSearch(): TestSearch;
  useNavigate(): (options: { search: TestSearch; replace?: boolean }) => Promise<void>;
}

/**
 * @param route as `getRouteApi` gives it
 * @param choice what is chosen in the tree
 * @returns properties of the `TestScreen`, and of its panel with the tree
 */
export function useTestSearch(route: TestRoute, choice: 'options' | 'layers') {
  const navigate = route.useNavigate();
  const [search, change] = useStepSearch<TestSearch>(route.useSearch(), navigate);
  const onChoose = useCallback((chosen: string[]) => change({ [choice]: chosen }), [change, choice]);
  const onFind = useCallback((text: string) => change({ find: text || undefined }), [change]);
  return {
    screen: { search, onChange: change, onRestart: (next: TestSearch) => void navigate({ search: next }) },
    panel: { chosen: search[choice], find: search.find, view: search, onChoose, onFind, onView: change },
  };
}
