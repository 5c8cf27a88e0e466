/** Validate completeness of a dynamic image set (/dynamic/validate): the shared form, the layers tree, the pictures. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LayersPanel } from './LayersPanel.tsx';
import type { TestSearch } from './search.ts';
import { TestScreen } from './TestScreen.tsx';

const route = getRouteApi('/dynamic/validate');

export function Validate() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<TestSearch>) => void navigate({ search: (before) => ({ ...before, ...part }) }),
    [navigate],
  );
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
