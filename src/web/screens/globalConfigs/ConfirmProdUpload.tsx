/** Asks before files are uploaded to Prod, and shows what each of them replaces, line by line. */

import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GlobalConfigFile } from '../../../contract/index.ts';
import { configTexts } from '../../texts/globalConfigs.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Failure } from '../../ui/failure.ts';
import { ExpandMoreIcon } from '../../ui/icons/ExpandMore.tsx';
import { LineDiff } from '../../ui/LineDiff.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { decodeText } from '../../ui/TextView.tsx';

const { prodUpload: texts } = configTexts;

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
        {present === null ? texts.isNew(file.name) : texts.replaces(file.name)}
      </AccordionSummary>
      <AccordionDetails>
        {text.data === undefined ? (
          <LoadingBar label={texts.reading} />
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
  const missing = current ? undefined : failure ? texts.notKnown : texts.loadingFirst;
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      danger
      missing={missing}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography gutterBottom>{texts.note(files.length)}</Typography>
      {!current && failure && <Alert severity="error">{missing}</Alert>}
      {!current && !failure && <LoadingBar label={texts.loading} />}
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
