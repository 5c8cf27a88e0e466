/** Which pictures of a set are shown (2.1): viewport, model, resolution, preview angles. */
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { testTexts } from '../../texts/testScreens.ts';
import { DoneIcon } from '../../ui/icons/Done.tsx';
import type { TestSearch } from './search.ts';
import type { TestSet } from './useTestSet.ts';

const { form: texts } = testTexts;

interface Props {
  set: TestSet;
  onChange: (change: Partial<TestSearch>) => void;
}

export function ViewFields({ set, modelShown, onChange }: Props & { modelShown: boolean }) {
  return (
    <Stack direction="row" useFlexGap spacing={4} sx={{ flexWrap: 'wrap', alignItems: 'flex-end', pt: 1 }}>
      <RadioField
        legend={texts.viewport}
        disabled={set.nothingValid}
        value={set.viewport}
        choices={[
          { value: 'exterior', label: texts.exterior, disabled: !set.valid.exterior },
          { value: 'interior', label: texts.interior, disabled: !set.valid.interior },
        ]}
        onChange={(viewport) => onChange({ viewport, resolution: undefined, angles: undefined, layers: undefined })}
      />
      {modelShown && (
        <RadioField
          legend={texts.model}
          disabled={set.nothingValid}
          value={set.model}
          choices={[
            { value: 'LHD', label: texts.lhd },
            { value: 'RHD', label: texts.rhd },
          ]}
          onChange={(model) => onChange({ model })}
        />
      )}
      <TextField
        select
        label={texts.resolution}
        value={set.resolution?.resolutionName ?? ''}
        disabled={set.resolutions.length === 0}
        onChange={(event) => onChange({ resolution: event.target.value, angles: undefined })}
        sx={{ minWidth: 190 }}
      >
        {set.resolutions.map(({ resolutionName, width, height }) => (
          <MenuItem key={resolutionName} value={resolutionName}>
            {texts.resolutionOption(resolutionName, width, height)}
          </MenuItem>
        ))}
      </TextField>
      <AnglesField set={set} onChange={onChange} />
    </Stack>
  );
}

function RadioField<V extends string>({
  legend,
  disabled,
  value,
  choices,
  onChange,
}: {
  legend: string;
  disabled: boolean;
  value: V;
  choices: readonly { value: V; label: string; disabled?: boolean }[];
  onChange: (value: V) => void;
}) {
  return (
    <FormControl component="fieldset" disabled={disabled}>
      <FormLabel component="legend" disabled={false} sx={{ fontSize: 12 }}>
        {legend}
      </FormLabel>
      <RadioGroup row value={value} onChange={(_event, next) => onChange(next as V)}>
        {choices.map((choice) => (
          <FormControlLabel key={choice.value} control={<Radio />} {...choice} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function AnglesField({ set, onChange }: Props) {
  return (
    <TextField
      select
      label={texts.angles}
      value={[...set.angles]}
      disabled={!set.resolution}
      onChange={(event) => onChange({ angles: event.target.value as unknown as string[] })}
      slotProps={{ select: { multiple: true, renderValue: (angles) => (angles as string[]).join(', ') } }}
      sx={{ minWidth: 240 }}
    >
      {(set.resolution?.angleNameList ?? []).map((angle) => {
        const shown = set.angles.includes(angle);
        const full = !shown && set.angles.length >= set.mostAngles;
        return (
          <MenuItem key={angle} value={angle} dense disabled={full}>
            {/* Not a checkbox: the entry itself is what is chosen, and says so. */}
            <Box component="span" sx={{ width: 32, flex: 'none', display: 'flex' }}>
              {shown && <DoneIcon fontSize="small" color="primary" />}
            </Box>
            <ListItemText primary={angle} secondary={full && texts.angleLimit(set.mostAngles)} />
          </MenuItem>
        );
      })}
    </TextField>
  );
}
