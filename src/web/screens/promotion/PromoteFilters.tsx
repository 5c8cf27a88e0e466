/** The filters above both promotion tables (2.8): direction, states, name, days, and a reset. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { Fragment, type ReactNode } from 'react';
import { NARROW } from '../../app/theme.ts';
import { promotionTexts, qualityCountTexts } from '../../texts/promotion.ts';
import { SuggestField } from '../../ui/SuggestField.tsx';
import { FORM_ROW } from '../../ui/tableColumns.ts';
import { useReset } from '../../ui/useReset.ts';
import { DateFields } from './DateFields.tsx';
import type { PromoteSearch } from './search.ts';

const { promote: texts } = promotionTexts;

export type Direction = NonNullable<PromoteSearch['direction']>;

const STATES = [
  ['notPromoted', texts.states.notPromoted],
  ['toPreProd', texts.states.toPreProd],
  ['toProd', texts.states.toProd],
] as const;

export function PromoteFilters({
  legend,
  directions,
  search,
  onChange,
  nameLabel,
  names,
  hasQuality = false,
  onReset,
  children,
}: {
  legend: string;
  directions: readonly (readonly [Direction, string])[];
  search: PromoteSearch;
  onChange: (part: Partial<PromoteSearch>) => void;
  nameLabel: string;
  names: readonly string[];
  /** whether there are quality reports to filter by */
  hasQuality?: boolean;
  onReset: () => void;
  children?: ReactNode;
}) {
  const fields = useReset(onReset);
  return (
    <Stack
      component="form"
      spacing={1}
      // Enter in the name field submits nothing.
      onSubmit={(event) => event.preventDefault()}
      sx={{ px: 2, py: 1, bgcolor: 'background.paper' }}
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4 }}>
        <FormControl component="fieldset">
          <FormLabel component="legend" sx={{ fontSize: 12 }}>
            {legend}
          </FormLabel>
          <RadioGroup
            row
            value={search.direction ?? directions[0]?.[0]}
            onChange={(_event, direction) => onChange({ direction: direction as Direction })}
          >
            {directions.map(([value, label]) => (
              <FormControlLabel key={value} value={value} label={label} control={<Radio />} />
            ))}
          </RadioGroup>
        </FormControl>
        <FormControl component="fieldset">
          <FormLabel component="legend" sx={{ fontSize: 12 }}>
            {texts.status}
          </FormLabel>
          <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
            {STATES.map(([key, label]) => (
              <FormControlLabel
                key={key}
                label={label}
                control={
                  <Checkbox
                    checked={search[key] !== false}
                    onChange={(_event, on) => onChange({ [key]: on ? undefined : false })}
                  />
                }
              />
            ))}
          </Stack>
        </FormControl>
        {hasQuality && (
          <FormControlLabel
            label={qualityCountTexts.withErrors}
            control={
              <Checkbox
                checked={search.errors === true}
                onChange={(_event, on) => onChange({ errors: on || undefined })}
              />
            }
            sx={{ alignSelf: 'flex-end' }}
          />
        )}
      </Stack>
      <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center', ...FORM_ROW }}>
        <Fragment key={fields.fieldsKey}>
          <SuggestField
            label={nameLabel}
            focusShortcut
            freeText
            options={names}
            value={search.name ?? ''}
            onChoose={(name) => onChange({ name: name || undefined })}
          />
          <DateFields from={search.from} to={search.to} onChange={onChange} labels={[texts.from, texts.to]} />
        </Fragment>
        <Stack direction="row" spacing={1} sx={{ ml: 'auto', flexWrap: 'wrap', [NARROW]: { ml: 0 } }}>
          {children}
          <Button size="medium" onClick={fields.onReset}>
            {promotionTexts.reset}
          </Button>
        </Stack>
      </Stack>
    </Stack>
  );
}
