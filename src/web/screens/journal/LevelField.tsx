/** The level that log lines must have. */
import TextField from '@mui/material/TextField';
import type { LogLine } from '../../../contract/index.ts';
import { logTexts as texts } from '../../texts/logs.ts';
import { LEVELS } from './search.ts';

type Level = LogLine['status'];

export function LevelField({
  level,
  onLevel,
}: {
  level: Level | undefined;
  onLevel: (level: Level | undefined) => void;
}) {
  return (
    <TextField
      select
      hiddenLabel
      value={level ?? ''}
      onChange={({ target }) => onLevel(LEVELS.find((one) => one === target.value))}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': texts.level } }}
      sx={{ width: 130 }}
    >
      <option value="">{texts.allLevels}</option>
      {LEVELS.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </TextField>
  );
}
