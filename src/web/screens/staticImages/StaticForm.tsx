/** The form of the static test (T 2.5): type, search mode, pictures, and the fields that the type has. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { VersionsCriteria } from '../../../contract/index.ts';
import { OPTION_TYPES, type OptionType } from '../../../engine/optionTypes.ts';
import { staticTexts as texts } from '../../texts/staticImages.ts';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { FORM_ROW } from '../../ui/tableColumns.ts';
import { CodeField } from './CodeField.tsx';
import { enabledFields, FIELDS, type Field, lengthError, maxLength, normalized, optionsOf } from './fields.ts';
import type { StaticFields, StaticSearch } from './search.ts';

export function StaticForm({
  type,
  mode,
  images,
  fields,
  criteria,
  onChange,
  onFields,
  onSubmit,
  children,
}: {
  type: OptionType;
  mode: 'implicit' | 'explicit';
  images: boolean;
  fields: StaticFields;
  criteria: VersionsCriteria | undefined;
  onChange: (part: Partial<StaticSearch>) => void;
  onFields: (fields: StaticFields) => void;
  onSubmit: () => void;
  /** the buttons */
  children: ReactNode;
}) {
  const enabled = enabledFields(type);
  const choose = (field: Field, text: string) => {
    const at = FIELDS.findIndex(({ name }) => name === field);
    const after = Object.fromEntries(FIELDS.slice(at + 1).map(({ name }) => [name, undefined]));
    onFields({ ...fields, ...after, [field]: text === '' ? undefined : text });
  };
  return (
    <Stack
      component="form"
      spacing={1.5}
      sx={{ px: 2, py: 1.5, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack direction="row" useFlexGap spacing={3} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <ToggleChoice
          label={texts.type}
          value={type}
          choices={OPTION_TYPES.map((value) => ({ value, label: texts.types[value] }))}
          onChange={(next) => {
            onFields({});
            onChange({ type: next });
          }}
        />
        <RadioGroup
          row
          aria-label={texts.mode}
          value={mode}
          onChange={(_event, next) => onChange({ mode: next as 'implicit' | 'explicit' })}
        >
          <FormControlLabel value="implicit" label={texts.modes.implicit} control={<Radio />} />
          <FormControlLabel value="explicit" label={texts.modes.explicit} control={<Radio />} />
        </RadioGroup>
        <FormControlLabel
          label={texts.showImages}
          control={
            <Checkbox
              checked={images}
              onChange={(event) => onChange({ images: event.target.checked ? undefined : false })}
            />
          }
        />
      </Stack>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'flex-start', ...FORM_ROW }}>
        {FIELDS.map(({ name, label }) => {
          const options = enabled.includes(name) ? optionsOf(criteria, type, fields, name) : [];
          return (
            <CodeField
              key={name}
              label={label}
              options={options}
              value={fields[name] ?? ''}
              error={lengthError(name, fields[name]?.trim())}
              disabled={!enabled.includes(name)}
              maxLength={maxLength(name)}
              width={name === 'majorMinor' ? 220 : 160}
              onChange={(text) => choose(name, normalized(name, text, options))}
            />
          );
        })}
        <Stack direction="row" spacing={1} sx={{ ml: 'auto', alignItems: 'center', minHeight: 40 }}>
          {children}
        </Stack>
      </Stack>
    </Stack>
  );
}
