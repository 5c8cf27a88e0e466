/** Validate completeness of a dynamic image set (/dynamic/validate): the shared form, the layers tree, the pictures. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
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
      title="Validate completeness of dynamic image set"
      here="/dynamic/validate"
      submitLabel="Validate"
      search={search}
      onChange={change}
      onRestart={(next) => void navigate({ search: next })}
      chooseFirst="Choose an image set to see what it is made of."
      thenSubmit="Press Validate to see the pictures and the layers."
    >
      {(set) => <LayersPanel set={set} chosen={search.layers} onChoose={choose} />}
    </TestScreen>
  );
}
