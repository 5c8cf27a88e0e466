/** What takes space, in sums: by kind, use and area, with the server's disk, the database and the clean-up. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Storage } from '../../../contract/index.ts';
import { storageTexts as texts } from '../../texts/storage.ts';
import { StorageKinds } from './StorageKinds.tsx';
import { CleanUp, ServerSpace } from './StorageServer.tsx';
import { AreaUses, PackUses } from './StorageUses.tsx';

export function StorageOverview({ storage }: { storage: Storage }) {
  const report = storage.measured?.report;
  return (
    <Box
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        maxWidth: 1400,
      }}
    >
      {!report && (
        <Alert severity="info" role="note" variant="outlined" sx={{ gridColumn: '1 / -1' }}>
          {storage.measuring ? texts.measure.running : texts.measure.never} {texts.measure.note}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        {report && <StorageKinds report={report} />}
        {report && <PackUses report={report} deletable={storage.deletablePacks.length} />}
        {!report && <ServerSpace storage={storage} />}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        {report && <AreaUses report={report} />}
        {report && <ServerSpace storage={storage} />}
        <CleanUp cleanUp={storage.cleanUp} />
      </Box>
    </Box>
  );
}
