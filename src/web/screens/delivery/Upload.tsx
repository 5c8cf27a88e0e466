/** Upload (/upload): delivery packs as zip files, and the list of packs. */

import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { uploadTexts as texts } from '../../texts/upload.ts';
import { ExpandMoreIcon } from '../../ui/icons/ExpandMore.tsx';
import { UploadPicker } from '../../ui/UploadPicker.tsx';
import { useUploads } from '../../ui/useUploads.ts';
import { Conventions } from './Conventions.tsx';
import { PackTable } from './PackTable.tsx';
import { PACK_UPLOADS } from './packUploads.ts';

export function Upload() {
  const uploads = useUploads(PACK_UPLOADS);

  return (
    <>
      <ScreenBar title={texts.title} />
      <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography color="textSecondary">{texts.note}</Typography>
        <Accordion
          variant="outlined"
          disableGutters
          slotProps={{ heading: { component: 'h2' } }}
          sx={{ borderRadius: 1 }}
        >
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>{texts.conventions}</AccordionSummary>
          <AccordionDetails>
            <Conventions />
          </AccordionDetails>
        </Accordion>
        <Paper variant="outlined" sx={{ p: 2, borderStyle: 'dashed' }}>
          <UploadPicker
            uploads={uploads}
            accept=".zip,application/zip"
            label={texts.packs}
            hint={
              <Typography variant="body2" color="textSecondary">
                {texts.drop}
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
