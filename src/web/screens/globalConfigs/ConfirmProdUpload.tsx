/** Asks before files are uploaded to Prod, and shows what each of them replaces, line by line. */

import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GlobalConfigFile } from '../../../contract/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { ExpandMoreIcon } from '../../ui/icons/ExpandMore.tsx';
import { LineDiff } from '../../ui/LineDiff.tsx';
import { counted } from '../../ui/numbers.ts';
import { decodeText } from '../../ui/TextView.tsx';

function FileChange({ file, present }: { file: File; present: string | null }) {
  const [open, setOpen] = useState(false);
  const text = useQuery({
    queryKey: ['chosenFile', file.name, file.lastModified, file.size],
    queryFn: async () => decodeText(await file.arrayBuffer()),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Accordion variant="outlined" disableGutters expanded={open} onChange={(_event, next) => setOpen(next)}>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        {file.name} {present === null ? 'is new' : 'replaces the file of the same name'}
      </AccordionSummary>
      <AccordionDetails>
        {text.data === undefined ? (
          <LinearProgress aria-label="Reading the file" />
        ) : (
          <LineDiff before={present} after={text.data} />
        )}
      </AccordionDetails>
    </Accordion>
  );
}

/** The files that Prod has now: undefined until they are loaded. */
export interface CurrentFiles {
  readonly rows: readonly GlobalConfigFile[] | undefined;
  readonly failure: Failure | undefined;
}

export function ConfirmProdUpload({
  files,
  current: { rows: current, failure },
  onConfirm,
  onClose,
}: {
  files: readonly File[];
  current: CurrentFiles;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const missing = current
    ? undefined
    : failure
      ? 'The files of Prod could not be loaded, so it is not known what these replace. Try again later.'
      : 'Loading the files of Prod …';
  return (
    <ConfirmDialog
      title="Change the configuration of Prod"
      confirm="Upload to Prod"
      danger
      missing={missing}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography gutterBottom>
        {counted(files.length, 'file becomes', 'files become')} active in Prod immediately. The history keeps what they
        replace, so that it can be restored.
      </Typography>
      {!current && failure && <Alert severity="error">{missing}</Alert>}
      {!current && !failure && <LinearProgress aria-label="Loading the files of Prod" />}
      {current &&
        files.map((file) => (
          <FileChange
            key={file.name}
            file={file}
            present={current.find(({ fileName }) => fileName === file.name)?.content ?? null}
          />
        ))}
    </ConfirmDialog>
  );
}
