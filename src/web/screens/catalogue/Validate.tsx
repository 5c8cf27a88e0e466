/** Validate completeness of a dynamic image set (/dynamic/validate): the shared form, the layers tree, the pictures. */
import { getRouteApi } from '@tanstack/react-router';
import { testTexts } from '../../texts/testScreens.ts';
import { LayersPanel } from './LayersPanel.tsx';
import { TestScreen } from './TestScreen.tsx';
import { useTestSearch } from './useTestSearch.ts';

const route = getRouteApi('/dynamic/validate');

export function Validate() {
  const { screen, panel } = useTestSearch(route, 'layers');
  return (
    <TestScreen {...screen} texts={testTexts.validate} path="/dynamic/validate" keepLabel={testTexts.form.keepLayers}>
      {(set) => <LayersPanel set={set} {...panel} />}
    </TestScreen>
  );
}
