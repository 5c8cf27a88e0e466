/** Test mapping rules (/dynamic/options): the shared form, the features tree, the pictures that the rules make. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { useSearchDraft } from '../../ui/useDraft.ts';
import { FeaturesPanel } from './FeaturesPanel.tsx';
import type { TestSearch } from './search.ts';
import { TestScreen } from './TestScreen.tsx';

const route = getRouteApi('/dynamic/options');

export function Options() {
  const navigate = route.useNavigate();
  const [search, change] = useSearchDraft<TestSearch>(route.useSearch(), (next) => void navigate({ search: next }));
  const choose = useCallback((options: string[]) => change({ options }), [change]);
  return (
    <TestScreen
      texts={testTexts.options}
      path="/dynamic/options"
      versionRequired
      modelOffered={false}
      search={search}
      onChange={change}
      onRestart={(next) => void navigate({ search: next })}
    >
      {(set) => <FeaturesPanel set={set} chosen={search.options} onChoose={choose} />}
    </TestScreen>
  );
}
