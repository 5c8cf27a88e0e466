/** What takes space, by kind: a bar and a table. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { StorageReport, StoredKind } from '../../../contract/index.ts';
import { storageTexts as texts } from '../../texts/storage.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Section.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { Amount, Note, right } from './storageTables.tsx';

const COLOURS: Readonly<Record<StoredKind, string>> = {
  image: 'primary.main',
  meta: 'warning.main',
  static: 'info.main',
  oneLayer: 'success.main',
  prepared: 'secondary.main',
  lists: 'text.disabled',
  unneeded: 'error.main',
};
/** pixels */
const BAR_HEIGHT = 16;

export function StorageKinds({ report: { kinds, unreadable } }: { report: StorageReport }) {
  const sum = kinds.reduce((all, { bytes }) => all + bytes, 0);
  return (
    <Section title={texts.total.title}>
      <Note>{texts.total.sum(texts.bytes(sum))}</Note>
      {/* The table below says the same in numbers. */}
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          gap: '2px',
          height: BAR_HEIGHT,
          my: 1.5,
          borderRadius: 0.5,
          overflow: 'hidden',
          bgcolor: 'action.hover',
        }}
      >
        {kinds.map(({ kind, bytes }) => (
          <Box key={kind} sx={{ flexGrow: bytes, flexBasis: 0, bgcolor: COLOURS[kind] }} />
        ))}
      </Box>
      <SimpleTable
        label={texts.total.title}
        titles={[
          texts.total.columns.kind,
          right(texts.total.columns.files),
          right(texts.total.columns.size),
          right(texts.total.columns.share),
        ]}
      >
        {kinds.map(({ kind, bytes, files }) => (
          <TableRow key={kind}>
            <TableCell>
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
                <Box
                  component="span"
                  sx={{ width: 10, height: 10, flex: 'none', borderRadius: '2px', bgcolor: COLOURS[kind] }}
                />
                {texts.total.kinds[kind]}
              </Box>
            </TableCell>
            <Amount>{formatNumber(files)}</Amount>
            <Amount>{texts.bytes(bytes)}</Amount>
            <Amount>{texts.total.share(sum === 0 ? 0 : bytes / sum)}</Amount>
          </TableRow>
        ))}
      </SimpleTable>
      <Box sx={{ mt: 1 }}>
        {kinds.map(
          ({ kind }) => texts.total.notes[kind] !== undefined && <Note key={kind}>{texts.total.notes[kind]}</Note>,
        )}
      </Box>
      {unreadable > 0 && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {texts.total.unreadable(unreadable)}
        </Alert>
      )}
    </Section>
  );
}
