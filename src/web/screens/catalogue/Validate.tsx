/** Validate completeness of a dynamic image set (/dynamic/validate): the shared form, the layers tree, the pictures. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { LayersPanel } from './LayersPanel.tsx';
import type { TestSearch } from './search.ts';
import { TestScreen } from './TestScreen.tsx';
import { useStepSearch } from './useSteps.ts';

const route = getRouteApi('/dynamic/validate');

export function Validate() {
  const navigate = route.useNavigate();
  const [search, change] = useStepSearch<TestSearch>(route.useSearch(), navigate);
  const choose = useCallback((layers: string[]) => change({ layers }), [change]);
  const find = useCallback((text: string) => change({ find: text || undefined }), [change]);
  return (
    <TestScreen
      texts={testTexts.validate}
      path="/dynamic/validate"
      keepLabel={testTexts.form.keepLayers}
      search={search}
      onChange={change}
      onRestart={(next) => void navigate({ search: next })}
    >
      {(set) => (
        <LayersPanel
          set={set}
          chosen={search.layers}
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
