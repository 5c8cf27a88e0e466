/** A slider with its name, which says its value, before it. */
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

export function NamedSlider({
  id,
  name,
  value,
  max = 100,
  width,
  onMove,
  onRelease,
}: {
  /** of the name's element */
  id: string;
  name: string;
  value: number;
  max?: number;
  /** pixels */
  width: number;
  onMove: (value: number) => void;
  onRelease: (value: number) => void;
}) {
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
      <Typography variant="body2" id={id}>
        {name}
      </Typography>
      <Slider
        size="small"
        aria-labelledby={id}
        value={value}
        max={max}
        onChange={(_event, next) => onMove(next as number)}
        onChangeCommitted={(_event, next) => onRelease(next as number)}
        sx={{ width }}
      />
    </Stack>
  );
}
