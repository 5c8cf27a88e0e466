/** What takes space, by use: packs that are in use or not, and what each area shows. */
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { createLink } from '@tanstack/react-router';
import type { StorageReport } from '../../../contract/index.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { storageTexts as texts } from '../../texts/storage.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Section.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { Amount, Note, right } from './storageTables.tsx';

const Link = createLink(MuiLink);
export function PackUses({ report: { packs }, deletable }: { report: StorageReport; deletable: number }) {
  return (
    <Section title={texts.use.title}>
      <SimpleTable
        label={texts.use.title}
        titles={[texts.use.column, right(texts.total.columns.files), right(texts.total.columns.size)]}
      >
        {packs.map(({ use, bytes, files }) => (
          <TableRow key={use}>
            <TableCell>{texts.use.uses[use]}</TableCell>
            <Amount>{formatNumber(files)}</Amount>
            <Amount>{texts.bytes(bytes)}</Amount>
          </TableRow>
        ))}
      </SimpleTable>
      {deletable > 0 && (
        <Link
          to="/admin/storage"
          search={{ view: 'packs' }}
          sx={{ display: 'inline-block', mt: 1, lineHeight: '24px' }}
        >
          {`${texts.use.link}: ${formatNumber(deletable)}`}
        </Link>
      )}
    </Section>
  );
}

export function AreaUses({ report: { areas, shown } }: { report: StorageReport }) {
  return (
    <Section title={texts.areas.title}>
      <SimpleTable
        label={texts.areas.title}
        titles={[texts.areas.column, right(texts.areas.shows), right(texts.areas.own)]}
      >
        {areas.map(({ area, bytes, own }) => (
          <TableRow key={area}>
            <TableCell>
              <AreaChip area={area} />
            </TableCell>
            <Amount>{texts.bytes(bytes)}</Amount>
            <Amount>{texts.bytes(own)}</Amount>
          </TableRow>
        ))}
      </SimpleTable>
      <Box sx={{ mt: 1 }}>
        <Note>{texts.areas.together(texts.bytes(shown))}</Note>
      </Box>
    </Section>
  );
}
