/** Validate completeness of a dynamic image set (/dynamic/validate): the shared form, the layers tree, the pictures. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { useSearchDraft } from '../../ui/useDraft.ts';
import { LayersPanel } from './LayersPanel.tsx';
import type { TestSearch } from './search.ts';
import { TestScreen } from './TestScreen.tsx';

const route = getRouteApi('/dynamic/validate');

export function Validate() {
  const navigate = route.useNavigate();
  const [search, change] = useSearchDraft<TestSearch>(route.useSearch(), (next) => void navigate({ search: next }));
  const choose = useCallback((layers: string[]) => change({ layers }), [change]);
  return (
    <TestScreen
      texts={testTexts.validate}
      path="/dynamic/validate"
      search={search}
      onChange={change}
      onRestart={(next) => void navigate({ search: next })}
    >
      {(set) => <LayersPanel set={set} chosen={search.layers} onChoose={choose} />}
    </TestScreen>
  );
}
