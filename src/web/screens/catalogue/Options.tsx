/** Test mapping rules (/dynamic/options): the shared form, the features tree, the pictures that the rules make. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
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
      title="Test mapping rules"
      here="/dynamic/options"
      submitLabel="Test"
      options
      search={search}
      onChange={change}
      onRestart={(next) => void navigate({ search: next })}
      chooseFirst="Choose an image set and a version to try its options."
      thenSubmit="Choose a version, then press Test."
    >
      {(set) => <FeaturesPanel set={set} wished={search.options} onChoose={choose} />}
    </TestScreen>
  );
}
