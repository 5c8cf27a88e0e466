/**
 * Browse, Upload, a row for each file, and the names that were not added. Files and folders can be dropped anywhere in
 * the window.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useRef } from 'react';
import { isToSend, isUnderWay } from '../api/uploadEntry.ts';
import { uploadListTexts as texts } from '../texts/uploadList.ts';
import { useFileDrops } from './fileDrops.ts';
import { UploadRow } from './UploadRow.tsx';
import { UploadSummary } from './UploadSummary.tsx';
import type { useUploads } from './useUploads.ts';
import { WithReason } from './WithReason.tsx';

export function UploadPicker({
  uploads: { entries, refused, clearRefused, take, start },
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
  const isOver = useFileDrops(take);
  const nothing = entries.some(isUnderWay) ? texts.allUnderWay : texts.allSent;
  const missing = entries.some(isToSend) ? undefined : entries.length === 0 ? texts.chooseFirst : nothing;
  return (
    <>
      {isOver && <DropMark />}
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
          {texts.browse}
        </Button>
        <WithReason reason={missing}>
          <Button variant="contained" size="medium" disabled={missing !== undefined} onClick={onUpload}>
            {texts.upload}
          </Button>
        </WithReason>
        {entries.length === 0 && hint}
      </Stack>
      {refused.length > 0 && (
        <Alert
          role="note"
          severity="error"
          variant="outlined"
          closeText={texts.clearList}
          onClose={clearRefused}
          sx={{ mt: 2 }}
        >
          {texts.notAdded(refused.length)}
          <Box
            component="ul"
            aria-label={texts.filesNotAdded}
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
        <>
          <Box sx={{ mt: 2, display: 'flex', minHeight: 31 }}>
            <UploadSummary entries={entries} />
          </Box>
          <Box
            component="ul"
            aria-label={texts.chosenFiles}
            sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', maxHeight: '40vh', overflow: 'auto' }}
          >
            {entries.map((entry) => (
              <UploadRow key={entry.id} entry={entry} />
            ))}
          </Box>
        </>
      )}
    </>
  );
}

/** Over the whole window while files are dragged. */
function DropMark() {
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 8,
        zIndex: 'tooltip',
        pointerEvents: 'none',
        display: 'grid',
        placeItems: 'center',
        border: 2,
        borderStyle: 'dashed',
        borderColor: 'primary.main',
        borderRadius: 1,
      }}
    >
      <Box
        sx={{ px: 2, py: 1, borderRadius: 1, bgcolor: 'primary.main', color: 'primary.contrastText', fontWeight: 600 }}
      >
        {texts.dropHere}
      </Box>
    </Box>
  );
}
