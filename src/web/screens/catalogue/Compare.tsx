/**
 * Compare (/dynamic/compare): the same configuration in two areas, or in two sets or versions, each angle side by side,
 * under a swipe, or as what differs. Beyond the specification.
 */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { compareTexts as texts } from '../../texts/compare.ts';
import { SwapHorizIcon } from '../../ui/icons/SwapHoriz.tsx';
import type { SideName } from './ComparedPictures.tsx';
import { ComparePanel } from './ComparePanel.tsx';
import type { Side } from './comparison.ts';
import { OtherSideForm } from './OtherSideForm.tsx';
import { OtherTests } from './OtherTests.tsx';
import type { CompareSearch } from './search.ts';
import { forAnotherSet, TestForm } from './TestForm.tsx';
import { TestHint } from './TestHint.tsx';
import { comparedAreas, useOtherSide } from './useOtherSide.ts';
import { useStepSearch } from './useSteps.ts';
import { COMPARED, useTestSet } from './useTestSet.ts';

const route = getRouteApi('/dynamic/compare');
const NO_OPTIONS: readonly string[] = [];

/** What the sides differ in, as text. */
function namesOf(left: Side, right: Side): [SideName, SideName] {
  const name = (side: Side, other: Side): SideName => ({
    area: side.area,
    text: [
      AREA_NAMES[side.area],
      ...(side.disId === other.disId ? [] : [side.disId]),
      ...(side.version === other.version ? [] : [side.version]),
    ].join(' · '),
  });
  return [name(left, right), name(right, left)];
}

export function Compare() {
  const navigate = route.useNavigate();
  const [search, changeSearch] = useStepSearch<CompareSearch>(route.useSearch(), navigate);
  const change = useCallback(
    (part: Partial<CompareSearch>) =>
      changeSearch({ ...('disId' in part && { withDisId: undefined, withVersion: undefined }), ...part }),
    [changeSearch],
  );
  const { areas, defaultArea } = useSession();
  const { area, withArea } = comparedAreas(search, areas, defaultArea);
  const set = useTestSet(search, area, COMPARED);
  const other = useOtherSide(set, search, withArea);
  const { disId, version, viewport, model, resolution } = set;
  const swap = () =>
    change({
      area: withArea,
      withArea: area,
      disId: other.disId,
      version: other.version,
      withDisId: disId,
      withVersion: version,
    });

  const size = resolution?.resolutionName;
  const { options = NO_OPTIONS, layers } = search;
  const sides = useMemo(() => {
    const shared = { viewport, model, size, options, layers };
    const left: Side = { ...shared, area, disId, version };
    const right: Side = { ...shared, area: withArea, disId: other.disId, version: other.version };
    return { left, right };
  }, [area, withArea, disId, version, viewport, model, size, options, layers, other.disId, other.version]);
  return (
    <>
      <ScreenBar title={texts.title} area={area}>
        <OtherTests path="/dynamic/compare" search={search} />
        <AreaSelect value={area} areas={areas} onChange={(next) => change({ area: next })} />
        <Button onClick={swap} aria-label={texts.swap} title={texts.swap} sx={{ minWidth: 36 }}>
          <SwapHorizIcon fontSize="small" />
        </Button>
        <AreaSelect
          label={texts.otherArea}
          value={withArea}
          areas={areas}
          onChange={(next) => change({ withArea: next })}
        />
      </ScreenBar>
      <TestForm
        set={set}
        keep={search.keep === true}
        isSubmitted={search.test === true}
        submitLabel={texts.submit}
        versionRequired
        onChange={change}
      />
      {disId !== '' && <OtherSideForm set={set} other={other} search={search} onChange={change} />}
      {other.missing && !set.unknown ? (
        <Alert severity="info" role="note" sx={{ m: 2 }}>
          {texts.otherSetMissing(AREA_NAMES[withArea], other.disId)}
        </Alert>
      ) : search.test && set.ready && version !== '' && resolution ? (
        <ComparePanel
          {...sides}
          names={namesOf(sides.left, sides.right)}
          angles={set.angles}
          resolution={resolution}
          search={search}
          onChange={change}
        />
      ) : (
        <TestHint set={set} texts={texts} onChoose={(next) => change(forAnotherSet(next))} />
      )}
    </>
  );
}
