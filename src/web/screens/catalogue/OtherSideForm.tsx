/** Below the test form: the set and version to compare with, and the choice that both sides share. */
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CarRow } from '../../areas/cars.tsx';
import { compareTexts as texts } from '../../texts/compare.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { SuggestField } from '../../ui/SuggestField.tsx';
import type { CompareSearch } from './search.ts';
import type { useOtherSide } from './useOtherSide.ts';
import { SET_ID_LENGTH, type TestSet, VERSION_LENGTH } from './useTestSet.ts';

export function OtherSideForm({
  set,
  other,
  search: { layers, options = [] },
  onChange,
}: {
  set: TestSet;
  other: ReturnType<typeof useOtherSide>;
  search: CompareSearch;
  onChange: (change: Partial<CompareSearch>) => void;
}) {
  return (
    <Stack
      direction="row"
      spacing={2}
      sx={{
        px: 2,
        py: 1.5,
        flexWrap: 'wrap',
        alignItems: 'center',
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SuggestField
        label={texts.otherSet}
        options={other.sets ?? []}
        loading={other.sets === undefined}
        value={other.disId}
        rowOf={(disId) => <CarRow car={other.cars.get(disId)}>{disId}</CarRow>}
        idLength={SET_ID_LENGTH}
        empty={testTexts.form.noSetMatches}
        onChoose={(disId) =>
          onChange({ withDisId: disId === set.disId ? undefined : disId || undefined, withVersion: undefined })
        }
      />
      <SuggestField
        label={texts.otherVersion}
        options={other.versionIds}
        value={other.version}
        idLength={VERSION_LENGTH}
        empty={testTexts.form.noVersionMatches}
        width={260}
        onChoose={(version) => onChange({ withVersion: version || undefined })}
      />
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {layers ? texts.layers(layers) : texts.options(options)}
      </Typography>
    </Stack>
  );
}
