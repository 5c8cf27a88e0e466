/** The card that takes XML files for an area: names checked, a percentage each, problems with line and reason. */
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure, type Area, type Problem, urlOf } from '../../../contract/index.ts';
import { parseGlobalConfigName } from '../../../engine/packNames.ts';
import { uploadFile } from '../../api/upload.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { UploadPicker } from '../../ui/UploadPicker.tsx';
import { useUploads } from '../../ui/useUploads.ts';

const check = (fileName: string): string | undefined => {
  const name = parseGlobalConfigName(fileName);
  return 'error' in name ? name.error : undefined;
};

/** All problems of a refused file but the first, which the message says: a line each. */
const problemsOf = (error: unknown): string => {
  const body = error instanceof ApiFailure ? (error.body as { details?: Problem[] } | undefined) : undefined;
  const lines = (body?.details ?? []).slice(1).map((p) => `line ${p.line ?? 1}: ${p.reason}`);
  return lines.length === 0 ? '' : `\n${lines.join('\n')}`;
};

export function ConfigUpload({ area }: { area: Area }) {
  const client = useQueryClient();
  const uploads = useUploads({
    atOnce: 1,
    check,
    problemsOf,
    send: (file, onProgress) => uploadFile(urlOf(wire.uploadGlobalConfig, {}, addressOf(area)), file, onProgress),
    // What is in force changes what every other screen shows.
    afterEach: () => client.invalidateQueries(),
  });
  return (
    <Paper variant="outlined" component="section" sx={{ m: 2, p: 2 }}>
      <Typography component="h2" variant="h2" gutterBottom>
        Select xml-file/s to upload
      </Typography>
      <UploadPicker uploads={uploads} accept=".xml,application/xml,text/xml" label="Configuration files" />
    </Paper>
  );
}
