/** Upload (/upload): delivery packs as zip files, and what became of them. */
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { urlOf } from '../../../contract/index.ts';
import { parsePackName } from '../../../engine/packNames.ts';
import { ConnectionBroke, uploadFile } from '../../api/upload.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { UploadPicker } from '../../ui/UploadPicker.tsx';
import { useUploads } from '../../ui/useUploads.ts';
import { Conventions } from './Conventions.tsx';
import { PackTable } from './PackTable.tsx';

/**
 * Uploads that run at once. A browser opens six connections to a host and queues the rest, whose time without progress
 * would run out while they wait; and the table below needs a connection too.
 */
const AT_ONCE = 3;
/** larger files are sent in parts */
const AT_ONCE_BYTES = 100 * 1024 ** 2;

const check = (fileName: string): string | undefined => {
  const name = parsePackName(fileName);
  return 'error' in name ? name.error : undefined;
};

/** Large files in parts that survive a broken connection; smaller ones at once, and in parts when the connection broke. */
async function send(file: File, onProgress: (percent: number) => void): Promise<string> {
  const inParts = async () => (await import('../../api/resumable.ts')).uploadResumable(file, onProgress);
  if (file.size > AT_ONCE_BYTES) return inParts();
  try {
    return await uploadFile(urlOf(wire.uploadPack, {}, addressOf()), file, onProgress);
  } catch (error) {
    if (error instanceof ConnectionBroke) return inParts();
    throw error;
  }
}

export function Upload() {
  const [over, setOver] = useState(false);
  const client = useQueryClient();
  const uploads = useUploads({
    atOnce: AT_ONCE,
    check,
    send,
    afterEach: () => client.invalidateQueries({ queryKey: ['packs'] }),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!uploads.busy) uploads.take(event.dataTransfer.files);
  };

  return (
    <>
      <ScreenBar title="Upload" />
      <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography color="text.secondary">
          Upload Delivery Packs as zip files. Each pack is stored first and then read; it goes live in Embargo whole, or
          is refused whole with everything that is wrong with it.
        </Typography>
        <Accordion
          variant="outlined"
          disableGutters
          slotProps={{ heading: { component: 'h2' } }}
          sx={{ borderRadius: 1 }}
        >
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>File name conventions</AccordionSummary>
          <AccordionDetails>
            <Conventions />
          </AccordionDetails>
        </Accordion>
        <Paper
          variant="outlined"
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          sx={{
            p: 2,
            borderStyle: 'dashed',
            borderColor: over ? 'primary.main' : 'divider',
            bgcolor: over ? 'action.hover' : undefined,
          }}
        >
          <UploadPicker
            uploads={uploads}
            accept=".zip,application/zip"
            label="Delivery packs"
            hint={
              <Typography variant="body2" color="text.secondary">
                or drop zip files here
              </Typography>
            }
          />
        </Paper>
      </Box>
      <Box
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, borderTop: 1, borderColor: 'divider' }}
      >
        <PackTable />
      </Box>
    </>
  );
}
