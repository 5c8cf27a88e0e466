/** Browse, Upload, the percentage of each chosen file, and the names that were not added. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useRef } from 'react';
import { isUnderWay } from '../api/uploads.ts';
import { counted } from './numbers.ts';
import { UploadRow } from './UploadRow.tsx';
import type { useUploads } from './useUploads.ts';
import { WithReason } from './WithReason.tsx';

export function UploadPicker({
  uploads: { entries, refused, clearRefused, take, start, remove },
  accept,
  label,
  hint,
  onUpload = start,
}: {
  uploads: ReturnType<typeof useUploads>;
  /** file name endings and media types, for the browser's file picker */
  accept: string;
  /** names the file picker for screen readers */
  label: string;
  /** beside the buttons, until files are chosen */
  hint?: ReactNode;
  /** absent: sends the chosen files immediately */
  onUpload?: () => void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const idle = entries.some((entry) => !isUnderWay(entry));
  const missing = idle
    ? undefined
    : entries.length === 0
      ? 'Choose files first.'
      : 'All files are already being uploaded.';
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
        <Button variant="outlined" size="medium" onClick={() => picker.current?.click()}>
          Browse
        </Button>
        <WithReason reason={missing}>
          <Button variant="contained" size="medium" disabled={missing !== undefined} onClick={onUpload}>
            Upload
          </Button>
        </WithReason>
        {entries.length === 0 && hint}
      </Stack>
      {refused.length > 0 && (
        <Alert
          role="note"
          severity="error"
          variant="outlined"
          closeText="Clear this list"
          onClose={clearRefused}
          sx={{ mt: 2 }}
        >
          {counted(refused.length, 'file was', 'files were')} not added, because the name matches no kind of file:
          <Box
            component="ul"
            aria-label="Files not added"
            sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 160, overflow: 'auto' }}
          >
            {refused.map((fileName) => (
              <Box component="li" key={fileName} sx={{ overflowWrap: 'anywhere' }}>
                {fileName}
              </Box>
            ))}
          </Box>
        </Alert>
      )}
      {entries.length > 0 && (
        <Stack
          component="ul"
          aria-label="Chosen files"
          spacing={1}
          sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', maxHeight: '40vh', overflow: 'auto' }}
        >
          {entries.map((entry) => (
            <UploadRow key={entry.id} entry={entry} onRemove={remove} />
          ))}
        </Stack>
      )}
    </>
  );
}
