/** Test mapping rules (/dynamic/options): the shared form, the features tree, the pictures that the rules make. */
import { getRouteApi } from '@tanstack/react-router';
import { testTexts } from '../../texts/testScreens.ts';
import { FeaturesPanel } from './FeaturesPanel.tsx';
import { TestScreen } from './TestScreen.tsx';
import { useTestSearch } from './useTestSearch.ts';

const route = getRouteApi('/dynamic/options');

export function Options() {
  const { screen, panel } = useTestSearch(route, 'options');
  return (
    <TestScreen {...screen} texts={testTexts.options} path="/dynamic/options" versionRequired modelOffered={false}>
      {(set) => <FeaturesPanel set={set} {...panel} />}
    </TestScreen>
  );
}
