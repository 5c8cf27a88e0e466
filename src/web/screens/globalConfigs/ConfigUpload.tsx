/** The card that takes XML files for an area: names checked, a percentage each, problems with line and reason. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure, type Area, type Problem, urlOf } from '../../../contract/index.ts';
import { parseGlobalConfigName } from '../../../engine/packNames.ts';
import { uploadFile } from '../../api/upload.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { failing } from '../../texts/notices.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

interface Chosen {
  file: File;
  /** whole percent */
  value: number;
}

/** All problems of a refused file, a line each. */
const problemsOf = (error: unknown): string => {
  const body = error instanceof ApiFailure ? (error.body as { details?: Problem[] } | undefined) : undefined;
  const lines = (body?.details ?? []).slice(1).map((p) => `line ${p.line ?? 1}: ${p.reason}`);
  return lines.length === 0 ? '' : `\n${lines.join('\n')}`;
};

export function ConfigUpload({ area }: { area: Area }) {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const notify = useNotify();
  const client = useQueryClient();

  const take = (files: Iterable<File>) => {
    const good: Chosen[] = [];
    for (const file of files) {
      const name = parseGlobalConfigName(file.name);
      if ('error' in name) notify('error', name.error);
      else good.push({ file, value: 0 });
    }
    setChosen(good);
  };
  const progress = (file: File, value: number) =>
    setChosen((list) => list.map((entry) => (entry.file === file ? { file, value } : entry)));
  const upload = async () => {
    setBusy(true);
    for (const { file } of chosen) {
      try {
        const url = urlOf(wire.uploadGlobalConfig, {}, addressOf(area));
        notify('success', await uploadFile(url, file, (value) => progress(file, value)));
        setChosen((list) => list.filter((entry) => entry.file !== file));
      } catch (error) {
        progress(file, 0);
        notify('error', `${failureText(failing.upload(file.name), error)}${problemsOf(error)}`);
      }
    }
    setBusy(false);
    await client.invalidateQueries();
  };

  return (
    <Paper variant="outlined" component="section" sx={{ m: 2, p: 2 }}>
      <Typography component="h2" variant="h2" gutterBottom>
        Select xml-file/s to upload
      </Typography>
      <Stack direction="row" spacing={1.5}>
        <input
          ref={picker}
          type="file"
          accept=".xml,application/xml,text/xml"
          multiple
          hidden
          aria-label="Configuration files"
          onChange={(event) => {
            take(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <Button variant="outlined" disabled={busy} onClick={() => picker.current?.click()}>
          Browse
        </Button>
        <Button variant="contained" disabled={chosen.length === 0 || busy} onClick={() => void upload()}>
          Upload
        </Button>
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
              <Typography variant="body2" sx={{ textAlign: 'right' }}>
                {value} %
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
    </Paper>
  );
}
