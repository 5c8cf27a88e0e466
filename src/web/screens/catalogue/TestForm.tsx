/** The form that the dynamic test screens share (2.1): set and version, and below them the view (ViewFields). */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Stack from '@mui/material/Stack';
import { AREA_NAMES } from '../../../contract/index.ts';
import { CarRow } from '../../areas/cars.tsx';
import { hiddenUntil } from '../../areas/hiddenSets.tsx';
import { testTexts } from '../../texts/testScreens.ts';
import { SuggestField } from '../../ui/SuggestField.tsx';
import { WithReason } from '../../ui/WithReason.tsx';
import type { TestSearch } from './search.ts';
import { SET_ID_LENGTH, type TestSet } from './useTestSet.ts';
import { VersionField } from './VersionField.tsx';
import { ViewFields } from './ViewFields.tsx';

const { form: texts, missing: reasons } = testTexts;

/** Another set starts again; only the model stays. */
const FOR_ANOTHER_SET = {
  version: undefined,
  viewport: undefined,
  resolution: undefined,
  angles: undefined,
  layers: undefined,
  options: undefined,
  test: undefined,
} as const satisfies Partial<TestSearch>;
const EMPTY = { ...FOR_ANOTHER_SET, disId: undefined, model: undefined };

export function TestForm({
  set,
  search,
  submitLabel,
  versionRequired = false,
  modelOffered = true,
  onChange,
}: {
  set: TestSet;
  search: TestSearch;
  submitLabel: string;
  versionRequired?: boolean;
  /** false: the model is shown only where the address names one */
  modelOffered?: boolean;
  onChange: (change: Partial<TestSearch>) => void;
}) {
  const chosen = set.disId !== '';
  // A link may say that the form was submitted and name no set, or one that the area lacks: the field must stay open.
  const submitted = chosen && !set.unknown && search.test === true;
  const missing = missingFor(set, versionRequired);
  const hidden = set.hiddenSets.get(set.disId);
  const textOf = (disId: string) => (set.hiddenSets.has(disId) ? texts.hiddenSet(disId) : disId);
  return (
    <Box
      component="form"
      sx={{ px: 2, py: 1.5, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen && missing === undefined) onChange({ test: true });
      }}
    >
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <SuggestField
          label={texts.setId}
          focusShortcut
          options={set.sets ?? []}
          loading={set.sets === undefined}
          value={set.disId}
          textOf={textOf}
          rowOf={(disId) => <CarRow car={set.cars.get(disId)}>{textOf(disId)}</CarRow>}
          idLength={SET_ID_LENGTH}
          disabled={submitted}
          empty={texts.noSetMatches}
          onChoose={(disId) => onChange({ ...FOR_ANOTHER_SET, disId: disId || undefined })}
        />
        {chosen && <VersionField set={set} onChange={onChange} />}
        {chosen && (
          <Stack direction="row" spacing={1} sx={{ ml: 'auto' }}>
            <WithReason reason={missing}>
              <Button type="submit" variant="contained" size="medium" disabled={missing !== undefined}>
                {submitLabel}
              </Button>
            </WithReason>
            <Button size="medium" onClick={() => onChange(EMPTY)}>
              {texts.reset}
            </Button>
          </Stack>
        )}
      </Stack>
      {hidden && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {texts.hiddenSetNote(hiddenUntil(hidden), hidden.reason)}
        </Alert>
      )}
      <Collapse in={chosen} timeout={225} unmountOnExit>
        {/* The specification offers the model in the layers test only. A link from there brings it along: then it can be
            seen and changed here as well. */}
        <ViewFields set={set} modelShown={modelOffered || search.model !== undefined} onChange={onChange} />
        {set.nothingValid && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {texts.insufficientData(set.disId)}
          </Alert>
        )}
      </Collapse>
    </Box>
  );
}

/** @returns why the form cannot be submitted; undefined: it can */
function missingFor(set: TestSet, versionRequired: boolean): string | undefined {
  if (set.unknown) return testTexts.unknownSet(AREA_NAMES[set.area], set.disId);
  if (set.nothingValid) return reasons.view;
  if (versionRequired && !set.versions.some(({ versionId }) => versionId === set.version)) {
    return set.loadingVersions ? reasons.loading : reasons.version;
  }
  if (set.ready) return undefined;
  return set.loading ? reasons.loading : reasons.resolution;
}
