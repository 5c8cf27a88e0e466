/** Test mapping rules (/dynamic/options): the shared form, the features tree, the pictures that the rules make. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { FeaturesPanel } from './FeaturesPanel.tsx';
import type { TestSearch } from './search.ts';
import { TestScreen } from './TestScreen.tsx';
import { useStepSearch } from './useSteps.ts';

const route = getRouteApi('/dynamic/options');

export function Options() {
  const navigate = route.useNavigate();
  const [search, change] = useStepSearch<TestSearch>(route.useSearch(), navigate);
  const choose = useCallback((options: string[]) => change({ options }), [change]);
  const find = useCallback((text: string) => change({ find: text || undefined }), [change]);
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
      {(set) => (
        <FeaturesPanel
          set={set}
          chosen={search.options}
          find={search.find}
          view={search}
          onChoose={choose}
          onFind={find}
          onView={change}
        />
      )}
    </TestScreen>
  );
}
