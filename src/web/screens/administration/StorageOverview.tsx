/** What takes space, in sums: by kind, use and area, with the server's disk, the database and the clean-up. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Storage, StorageReport, StoredKind } from '../../../contract/index.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { storageTexts as texts } from '../../texts/storage.ts';
import { formatDate } from '../../ui/dates.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { Section } from '../../ui/Section.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';

const Link = createLink(MuiLink);
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
const NUMBER = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
const right = (label: string) => ({ label, align: 'right' }) as const;
const Amount = ({ children }: { children: ReactNode }) => (
  <TableCell align="right" sx={NUMBER}>
    {children}
  </TableCell>
);
const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);

function Kinds({ report: { kinds, unreadable } }: { report: StorageReport }) {
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

function Uses({ report: { packs }, deletable }: { report: StorageReport; deletable: number }) {
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

function Areas({ report: { areas, shown } }: { report: StorageReport }) {
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

function Others({ storage: { server, measured } }: { storage: Storage }) {
  const { others } = texts;
  const { free, reserve, paintings, paintingsLimit } = server;
  const database = measured?.report.database;
  const isLow = free !== null && free < reserve * 2;
  const rows = [
    {
      name: others.free,
      value: free === null ? others.unknown : texts.bytes(free),
      note: free === null ? others.freeUnknown : others.freeNote(texts.bytes(reserve)),
      isLow,
    },
    {
      name: others.paintings,
      value: texts.bytes(paintings),
      note: paintingsLimit === 0 ? others.paintingsOff : others.paintingsNote(texts.bytes(paintingsLimit)),
    },
    ...(database
      ? [
          { name: others.database, value: texts.bytes(database.bytes) },
          { name: others.logs, value: database.logs === null ? others.unknown : texts.bytes(database.logs) },
        ]
      : []),
  ];
  return (
    <Section title={others.title}>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 2, rowGap: 1 }}
      >
        {rows.map(({ name, value, note, isLow: low = false }) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt">
              {name}
              {note !== undefined && <Note>{note}</Note>}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right', ...NUMBER, ...(low && { color: 'error.main' }) }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function CleanUp({ cleanUp: { at, graceDays, historyDays } }: Pick<Storage, 'cleanUp'>) {
  const link = { display: 'inline-block', lineHeight: '24px' } as const;
  return (
    <Section title={texts.cleanUp.title}>
      <Typography gutterBottom>{at === null ? texts.cleanUp.never : texts.cleanUp.last(formatDate(at))}</Typography>
      <Note>{texts.cleanUp.rules(graceDays, historyDays)}</Note>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 1 }}>
        <Link to="/admin/batch-summary" search={{ text: 'Delete garbage' }} sx={link}>
          {texts.cleanUp.jobs}
        </Link>
        <Link to="/logs" search={{ filter: 'Cleaned up' }} sx={link}>
          {texts.cleanUp.logs}
        </Link>
      </Box>
    </Section>
  );
}

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
        {report && <Kinds report={report} />}
        {report && <Uses report={report} deletable={storage.deletablePacks.length} />}
        {!report && <Others storage={storage} />}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        {report && <Areas report={report} />}
        {report && <Others storage={storage} />}
        <CleanUp cleanUp={storage.cleanUp} />
      </Box>
    </Box>
  );
}
