/** The shared dynamic test form (2.1): set, version, viewport, model, resolution, preview angles. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Collapse from '@mui/material/Collapse';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useMemo } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { hiddenUntil } from '../../areas/hiddenSets.tsx';
import { KeyboardArrowDownIcon } from '../../ui/icons/KeyboardArrowDown.tsx';
import { KeyboardArrowUpIcon } from '../../ui/icons/KeyboardArrowUp.tsx';
import { SuggestField } from '../../ui/SuggestField.tsx';
import { WithReason } from '../../ui/WithReason.tsx';
import type { TestSearch } from './search.ts';
import { SET_ID_LENGTH, type TestSet, VERSION_LENGTH } from './useTestSet.ts';

interface Props {
  set: TestSet;
  search: TestSearch;
  submitLabel: string;
  /** the options test: a version is required, and a model only to choose where the address names one */
  options?: boolean;
  onChange: (change: Partial<TestSearch>) => void;
}

export function TestForm({ set, search, submitLabel, options = false, onChange }: Props) {
  const chosen = set.disId !== '';
  // A link may say that the form was submitted and name no set, or one that the area lacks: the field must stay open.
  const submitted = chosen && !set.unknown && search.test === true;
  const missing = missingFor(set, options);
  const hidden = set.hiddenSets.get(set.disId);
  // By the document the model is chosen in the layers test only. A link from there brings it along: then it can be seen
  // and changed here as well.
  const model = !options || search.model !== undefined;
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
          label="Enter Dynamic Image Set Id"
          focusShortcut
          options={set.sets ?? []}
          loading={set.sets === undefined}
          value={set.disId}
          textOf={(disId) => (set.hiddenSets.has(disId) ? `${disId} - hidden` : disId)}
          idLength={SET_ID_LENGTH}
          disabled={submitted}
          empty="No image set fits"
          onChoose={(disId) =>
            onChange({
              disId: disId || undefined,
              version: undefined,
              viewport: undefined,
              resolution: undefined,
              angles: undefined,
              layers: undefined,
              options: undefined,
              test: undefined,
            })
          }
        />
        {chosen && <VersionField set={set} onChange={onChange} />}
        {chosen && (
          <Stack direction="row" spacing={1} sx={{ ml: 'auto' }}>
            <WithReason reason={missing}>
              <Button type="submit" variant="contained" size="medium" disabled={missing !== undefined}>
                {submitLabel}
              </Button>
            </WithReason>
            <Button
              size="medium"
              onClick={() =>
                onChange({
                  disId: undefined,
                  version: undefined,
                  viewport: undefined,
                  model: undefined,
                  resolution: undefined,
                  angles: undefined,
                  layers: undefined,
                  options: undefined,
                  test: undefined,
                })
              }
            >
              Reset
            </Button>
          </Stack>
        )}
      </Stack>
      {hidden && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          Only administrators see this set: {hiddenUntil(hidden)}. {hidden.reason}
        </Alert>
      )}
      <Collapse in={chosen} timeout={225} unmountOnExit>
        <Stack direction="row" useFlexGap spacing={4} sx={{ flexWrap: 'wrap', alignItems: 'flex-end', pt: 1 }}>
          <FormControl component="fieldset" disabled={set.nothingValid}>
            <FormLabel component="legend" disabled={false} sx={{ fontSize: 12 }}>
              Select viewport
            </FormLabel>
            <RadioGroup
              row
              value={set.viewport}
              onChange={(_event, viewport) =>
                onChange({
                  viewport: viewport as 'exterior' | 'interior',
                  resolution: undefined,
                  angles: undefined,
                  layers: undefined,
                })
              }
            >
              <FormControlLabel value="exterior" label="exterior" control={<Radio />} disabled={!set.valid.exterior} />
              <FormControlLabel value="interior" label="interior" control={<Radio />} disabled={!set.valid.interior} />
            </RadioGroup>
          </FormControl>
          {model && (
            <FormControl component="fieldset" disabled={set.nothingValid}>
              <FormLabel component="legend" disabled={false} sx={{ fontSize: 12 }}>
                Select model
              </FormLabel>
              <RadioGroup
                row
                value={set.model}
                onChange={(_event, model) => onChange({ model: model as 'LHD' | 'RHD' })}
              >
                <FormControlLabel value="LHD" label="LHD" control={<Radio />} />
                <FormControlLabel value="RHD" label="RHD" control={<Radio />} />
              </RadioGroup>
            </FormControl>
          )}
          <TextField
            select
            label="Select resolution"
            value={set.resolution?.resolutionName ?? ''}
            disabled={set.resolutions.length === 0}
            onChange={(event) => onChange({ resolution: event.target.value, angles: undefined })}
            sx={{ minWidth: 190 }}
          >
            {set.resolutions.map((row) => (
              <MenuItem key={row.resolutionName} value={row.resolutionName}>
                {row.resolutionName} ({row.width} × {row.height})
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label="Select preview angles"
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
                  <Checkbox checked={shown} tabIndex={-1} disableRipple />
                  <ListItemText primary={angle} secondary={full && `At most ${set.mostAngles} at a time`} />
                </MenuItem>
              );
            })}
          </TextField>
        </Stack>
        {set.nothingValid && (
          <Alert severity="error" sx={{ mt: 2 }}>
            Insufficient data was uploaded for exterior / interior view for {set.disId}
          </Alert>
        )}
      </Collapse>
    </Box>
  );
}

/** What has to be there before the form can be submitted, in words; undefined: nothing. */
function missingFor(set: TestSet, versionRequired: boolean): string | undefined {
  if (set.unknown) return unknownSet(set);
  if (set.nothingValid) return 'No view of this image set is valid.';
  if (versionRequired && !set.versions.some(({ versionId }) => versionId === set.version)) {
    return 'Choose a version first.';
  }
  if (set.ready) return undefined;
  return set.loading ? 'Loading …' : 'This view has no resolution.';
}

export const unknownSet = ({ area, disId }: TestSet): string => `${AREA_NAMES[area]} has no image set ${disId}.`;

function VersionField({ set, onChange }: { set: TestSet; onChange: Props['onChange'] }) {
  const { versions } = set;
  const ids = useMemo(() => versions.map(({ versionId }) => versionId), [versions]);
  const labels = useMemo(
    () => new Map(versions.map(({ versionId, versionLabel }) => [versionId, `${versionId} - ${versionLabel}`])),
    [versions],
  );
  const at = ids.indexOf(set.version);
  const choose = (version: string | undefined) =>
    onChange({ version: version || undefined, layers: undefined, options: undefined });
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', maxWidth: '100%' }}
      onDoubleClick={() => set.nothingValid || choose(undefined)}
    >
      <SuggestField
        label="Select version"
        options={ids}
        value={at < 0 ? '' : set.version}
        textOf={(id) => labels.get(id) ?? id}
        idLength={VERSION_LENGTH}
        disabled={set.nothingValid}
        loading={set.loadingVersions}
        onChoose={choose}
        empty="No version fits"
        width={380}
      />
      <Stack onDoubleClick={(event) => event.stopPropagation()}>
        <Tooltip title={at <= 0 ? 'No version before this one' : 'Previous version'} placement="right">
          <span>
            <IconButton
              size="small"
              aria-label="Previous version"
              disabled={set.nothingValid || at <= 0}
              onClick={() => choose(ids[at - 1])}
              sx={{ p: 0.25 }}
            >
              <KeyboardArrowUpIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
        <Tooltip title={at >= ids.length - 1 ? 'No version after this one' : 'Next version'} placement="right">
          <span>
            <IconButton
              size="small"
              aria-label="Next version"
              disabled={set.nothingValid || at >= ids.length - 1}
              onClick={() => choose(ids[at + 1])}
              sx={{ p: 0.25 }}
            >
              <KeyboardArrowDownIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
    </Stack>
  );
}
