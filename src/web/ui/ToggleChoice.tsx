/**
 * Buttons in a row, of which exactly one is pressed: pressing it again changes nothing.
 *
 *   Choice, ToggleChoice
 */
import type { SxProps } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly title?: string;
  /** where the label is no text */
  readonly name?: string;
  readonly disabled?: boolean;
}

/** A button that begins a second line would have no left edge. */
const WHOLE_BORDERS = { '& .MuiToggleButton-root': { borderLeftColor: 'divider' } } as const;

/** @param label what is chosen */
export function ToggleChoice<const Value extends string | number>({
  label,
  value,
  choices,
  onChange,
  sx,
  buttonSx,
}: {
  label: string;
  value: NoInfer<Value>;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  sx?: SxProps;
  buttonSx?: SxProps;
}) {
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={label}
      value={value}
      onChange={(_event, next: Value | null) => next !== null && onChange(next)}
      sx={[WHOLE_BORDERS, ...(sx ? [sx] : [])] as SxProps}
    >
      {choices.map(({ value: one, label: text, name, ...rest }) => (
        <ToggleButton key={one} value={one} aria-label={name} {...(buttonSx && { sx: buttonSx })} {...rest}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
