/** The form that the dynamic test screens share (2.1): set and version, and below them the view (ViewFields). */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { memo, useId, useState } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { LOW, NARROW } from '../../app/theme.ts';
import { CarRow } from '../../areas/cars.tsx';
import { hiddenUntil } from '../../areas/hiddenSets.tsx';
import { testTexts } from '../../texts/testScreens.ts';
import { SuggestField } from '../../ui/SuggestField.tsx';
import { WithReason } from '../../ui/WithReason.tsx';
import { FoldButton } from './FoldButton.tsx';
import type { TestSearch } from './search.ts';
import { SET_ID_LENGTH, type TestSet } from './useTestSet.ts';
import { VersionField } from './VersionField.tsx';
import { ViewFields } from './ViewFields.tsx';

const { form: texts, missing: reasons } = testTexts;

/** What a new set keeps: only the model. */
const FOR_ANOTHER_SET = {
  version: undefined,
  viewport: undefined,
  resolution: undefined,
  angles: undefined,
  layers: undefined,
  options: undefined,
  test: undefined,
} as const satisfies Partial<TestSearch>;
/** What changes when another set is chosen. */
export const forAnotherSet = (disId: string): Partial<TestSearch> => ({
  ...FOR_ANOTHER_SET,
  disId: disId || undefined,
});
const EMPTY = { ...FOR_ANOTHER_SET, disId: undefined, model: undefined };

const CONTENTS = { display: 'contents' } as const;
/** A folded form is one line, also in windows that are too narrow for its first line. */
const ONLY_ROOMY = { ...CONTENTS, [NARROW]: { display: 'none' }, [LOW]: { display: 'none' } } as const;

/** Drawn again only when it shows something else: not after a click in the tree below it. */
export const TestForm = memo(function TestForm({
  set,
  keep,
  isSubmitted,
  submitLabel,
  versionRequired = false,
  modelShown = true,
  keepLabel = texts.keepOptions,
  onChange,
}: {
  set: TestSet;
  /** what was chosen is kept when another version is */
  keep: boolean;
  /** the address says that the form was submitted */
  isSubmitted: boolean;
  submitLabel: string;
  versionRequired?: boolean;
  /** absent: it is */
  modelShown?: boolean;
  /** what another version keeps; absent: the options */
  keepLabel?: string | undefined;
  onChange: (change: Partial<TestSearch>) => void;
}) {
  const chosen = set.disId !== '';
  // A link may say that the form was submitted but name no set, or one that the area lacks: the field must stay open.
  const submitted = chosen && !set.unknown && isSubmitted;
  const missing = missingFor(set, versionRequired);
  // After submitting the form, users look at pictures. A link opens it folded, too.
  const [unfolded, setUnfolded] = useState(false);
  const complete = missing === undefined || set.loading || set.loadingVersions;
  const folded = submitted && complete && !unfolded;
  const view = useId();
  const hidden = set.hiddenSets.get(set.disId);
  const textOf = (disId: string) => (set.hiddenSets.has(disId) ? texts.hiddenSet(disId) : disId);
  return (
    <Box
      component="form"
      sx={{ px: 2, py: 1.5, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!chosen || missing !== undefined) return;
        setUnfolded(false);
        onChange({ test: true });
      }}
    >
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={folded ? ONLY_ROOMY : CONTENTS}>
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
            onChoose={(disId) => onChange(forAnotherSet(disId))}
          />
          {chosen && <VersionField set={set} keep={keep} onChange={onChange} />}
          {chosen && (
            <Tooltip title={texts.keepHint} describeChild>
              <FormControlLabel
                label={keepLabel}
                control={
                  <Checkbox
                    checked={keep}
                    onChange={(event) => onChange({ keep: event.target.checked || undefined })}
                  />
                }
                sx={{ mr: 0 }}
              />
            </Tooltip>
          )}
        </Box>
        {submitted && <FoldButton set={set} folded={folded} view={view} onFold={() => setUnfolded(folded)} />}
        {chosen && (
          <Stack
            direction="row"
            spacing={1}
            sx={{ ml: 'auto', ...(folded && { [NARROW]: { display: 'none' }, [LOW]: { display: 'none' } }) }}
          >
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
        <Alert severity="info" role="note" sx={{ mt: 1.5 }}>
          {texts.hiddenSetNote(hiddenUntil(hidden), hidden.reason)}
        </Alert>
      )}
      {/* It folds at once: a list that opens from a field on its way out would vanish with it, and tiles on their way up
          would be missed. */}
      {chosen && !folded && (
        <Box id={view}>
          {/* The specification offers the model in the layers test only. A link from there brings it along: then it can be
              seen and changed here as well. */}
          <ViewFields set={set} modelShown={modelShown} onChange={onChange} />
          {set.nothingValid && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {texts.insufficientData(set.disId)}
            </Alert>
          )}
        </Box>
      )}
    </Box>
  );
});

/** @returns why the form cannot be submitted; undefined: it can */
function missingFor(set: TestSet, versionRequired: boolean): string | undefined {
  if (set.unknown) return testTexts.unknownSet(AREA_NAMES[set.area], set.disId);
  if (set.nothingValid) return reasons.view;
  if (versionRequired && !set.versions.some(({ versionId }) => versionId === set.version)) {
    return set.loadingVersions ? reasons.loading : reasons.version;
  }
  if (set.versionUnknown) return testTexts.unknownVersion(AREA_NAMES[set.area], set.disId, set.version);
  if (set.ready) return undefined;
  return set.loading ? reasons.loading : reasons.resolution;
}
