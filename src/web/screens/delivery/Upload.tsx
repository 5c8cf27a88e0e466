/** Upload (/upload): delivery packs as zip files, and what became of them. */
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { urlOf } from '../../../contract/index.ts';
import { parsePackName } from '../../../engine/packNames.ts';
import { atMost } from '../../api/atMost.ts';
import { ConnectionBroke, uploadFile } from '../../api/upload.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { failing } from '../../texts/notices.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { Conventions } from './Conventions.tsx';
import { PackTable } from './PackTable.tsx';

/**
 * Uploads that run at once. A browser opens six connections to a host and queues the rest, whose time without progress
 * would run out while they wait; and the table below needs a connection too.
 */
const AT_ONCE = 3;
/** larger files are sent in parts */
const AT_ONCE_BYTES = 100 * 1024 ** 2;

interface Chosen {
  file: File;
  /** whole percent */
  value: number;
}

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
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const notify = useNotify();
  const client = useQueryClient();

  const take = (files: Iterable<File>) => {
    // Of two files with one name (from two folders) the later counts: the server knows packs by their names.
    const good = new Map<string, Chosen>();
    for (const file of files) {
      const name = parsePackName(file.name);
      if ('error' in name) notify('error', name.error);
      else good.set(file.name, { file, value: 0 });
    }
    setChosen([...good.values()]);
  };
  const progress = (file: File, value: number) =>
    setChosen((list) => list.map((entry) => (entry.file === file ? { file, value } : entry)));

  const uploadOne = async (file: File) => {
    try {
      const message = await send(file, (value) => progress(file, value));
      notify('success', message);
      setChosen((list) => list.filter((entry) => entry.file !== file));
    } catch (error) {
      progress(file, 0);
      notify('error', failureText(failing.upload(file.name), error));
    }
    await client.invalidateQueries({ queryKey: ['packs'] });
  };
  const upload = async () => {
    setBusy(true);
    await atMost(AT_ONCE, chosen, ({ file }) => uploadOne(file));
    setBusy(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) take(event.dataTransfer.files);
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
          <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
            <input
              ref={picker}
              type="file"
              accept=".zip,application/zip"
              multiple
              hidden
              aria-label="Delivery packs"
              onChange={(event) => {
                take(event.target.files ?? []);
                event.target.value = '';
              }}
            />
            <Button variant="outlined" size="medium" disabled={busy} onClick={() => picker.current?.click()}>
              Browse
            </Button>
            <Button
              variant="contained"
              size="medium"
              disabled={chosen.length === 0 || busy}
              onClick={() => void upload()}
            >
              Upload
            </Button>
            {chosen.length === 0 && (
              <Typography variant="body2" color="text.secondary">
                or drop zip files here
              </Typography>
            )}
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
