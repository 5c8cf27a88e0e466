/** What the tests of one set share (2.1): the bar with the area, the form, and below it the test itself. */
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { OtherTests } from './OtherTests.tsx';
import type { TestSearch } from './search.ts';
import { forAnotherSet, TestForm } from './TestForm.tsx';
import { TestHint, type TestTexts } from './TestHint.tsx';
import { type Defaults, type TestSet, useTestSet } from './useTestSet.ts';

export function TestScreen({
  texts,
  path,
  defaults,
  versionRequired = false,
  modelOffered = true,
  keepLabel,
  search,
  onChange,
  onRestart,
  children,
}: {
  texts: TestTexts;
  /** of this screen */
  path: '/dynamic/options' | '/dynamic/validate' | '/dynamic/sheet';
  /** absent: six angles of the first resolution, no version */
  defaults?: Defaults;
  versionRequired?: boolean;
  /** false: the model is shown only where the address names one */
  modelOffered?: boolean;
  /** what another version keeps; absent: the options */
  keepLabel?: string;
  search: TestSearch;
  onChange: (part: Partial<TestSearch>) => void;
  /** Resets the form, because another area has other sets. */
  onRestart: (search: TestSearch) => void;
  /** the test of the submitted set */
  children: (set: TestSet) => ReactNode;
}) {
  const { areas, defaultArea } = useSession();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const set = useTestSet(search, area, defaults);
  return (
    <>
      <Box data-screen-only sx={{ display: 'contents' }}>
        <ScreenBar title={texts.title} area={area}>
          <OtherTests path={path} search={search} />
          <AreaSelect value={area} areas={areas} onChange={(next) => onRestart({ area: next })} />
        </ScreenBar>
      </Box>
      <TestForm
        set={set}
        keep={search.keep === true}
        isSubmitted={search.test === true}
        submitLabel={texts.submit}
        versionRequired={versionRequired}
        modelShown={modelOffered || search.model !== undefined}
        keepLabel={keepLabel}
        onChange={onChange}
      />
      {search.test && set.ready && (!versionRequired || set.version !== '') ? (
        children(set)
      ) : (
        <TestHint set={set} texts={texts} onChoose={(next) => onChange(forAnotherSet(next))} />
      )}
    </>
  );
}
