/** The space of the server: its disk, its caches and database, and the daily clean-up. */
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import type { Storage } from '../../../contract/index.ts';
import { storageTexts as texts } from '../../texts/storage.ts';
import { formatDate } from '../../ui/dates.ts';
import { Section } from '../../ui/Section.tsx';
import { Note, NUMBER } from './storageTables.tsx';

const Link = createLink(MuiLink);
export function ServerSpace({ storage: { server, measured } }: { storage: Storage }) {
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

export function CleanUp({ cleanUp: { at, graceDays, historyDays } }: Pick<Storage, 'cleanUp'>) {
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
