/**
 * Contact sheet (/dynamic/sheet): every feature of a family, colours at first, from every angle on one page to look over or
 * to print. Beyond the specification.
 */
import { getRouteApi } from '@tanstack/react-router';
import { sheetTexts } from '../../texts/contactSheet.ts';
import { Sheet } from './Sheet.tsx';
import type { SheetSearch } from './search.ts';
import { sheetResolution } from './sheet.ts';
import { TestScreen } from './TestScreen.tsx';
import { useStepSearch } from './useSteps.ts';
import { COMPARED, type Defaults } from './useTestSet.ts';

const route = getRouteApi('/dynamic/sheet');
const DEFAULTS: Defaults = { ...COMPARED, angles: Number.POSITIVE_INFINITY, resolution: sheetResolution };

export function ContactSheet() {
  const navigate = route.useNavigate();
  const [search, change] = useStepSearch<SheetSearch>(route.useSearch(), navigate);
  return (
    <TestScreen
      texts={sheetTexts}
      path="/dynamic/sheet"
      defaults={DEFAULTS}
      versionRequired
      search={search}
      onChange={change}
      onRestart={(next) => void navigate({ search: next })}
    >
      {(set) => <Sheet set={set} search={search} onChange={change} />}
    </TestScreen>
  );
}
