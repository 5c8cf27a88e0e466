/** Browse, Upload, and the percentage of each file that was chosen. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import type { useUploads } from './useUploads.ts';

export function UploadPicker({
  uploads: { chosen, busy, take, upload },
  accept,
  label,
  hint,
}: {
  uploads: ReturnType<typeof useUploads>;
  /** of the file picker: endings and media types */
  accept: string;
  /** names the picker, to those who do not see it */
  label: string;
  /** beside the buttons, until files are chosen */
  hint?: ReactNode;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
        <input
          ref={picker}
          type="file"
          accept={accept}
          multiple
          hidden
          aria-label={label}
          onChange={(event) => {
            take(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <Button variant="outlined" size="medium" disabled={busy} onClick={() => picker.current?.click()}>
          Browse
        </Button>
        <Button variant="contained" size="medium" disabled={chosen.length === 0 || busy} onClick={() => void upload()}>
          Upload
        </Button>
        {chosen.length === 0 && hint}
      </Stack>
      {chosen.length > 0 && (
        <Stack component="ul" spacing={1} sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
          {chosen.map(({ file, value }) => (
            <Box
              component="li"
              key={file.name}
              sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) 3fr 56px', gap: 2, alignItems: 'center' }}
            >
              <Typography variant="body2" noWrap title={file.name}>
                {file.name}
              </Typography>
              <LinearProgress variant="determinate" value={value} aria-label={`Upload of ${file.name}`} />
              <Typography variant="body2" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
                {value} %
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
    </>
  );
}
