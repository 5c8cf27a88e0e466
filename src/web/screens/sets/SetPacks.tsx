/** The packs that an area's content of the set came with, linked to their files if the user may open them. */
import MuiLink from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { createLink } from '@tanstack/react-router';
import { AREA_NAMES, type AreaOfSet } from '../../../contract/index.ts';
import { useSession } from '../../app/session.tsx';
import { setPageTexts as texts } from '../../texts/sets.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { formatDate } from '../../ui/dates.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { SimpleTable } from '../../ui/SimpleTable.tsx';

const Link = createLink(MuiLink);

export function SetPacks({ of: { area, packs } }: { of: AreaOfSet }) {
  const { can } = useSession();
  return (
    <SimpleTable
      label={texts.packs(AREA_NAMES[area])}
      titles={[
        texts.pack,
        texts.type,
        texts.uploaded,
        texts.uploadedBy,
        { label: texts.pictures, align: 'right' },
        { label: texts.metaFiles, align: 'right' },
        { label: texts.size, align: 'right' },
      ]}
      minWidth={720}
    >
      {packs.map(({ fileName, type, uploadedAt, uploadedBy, pictures, metaFiles, size }) => (
        <TableRow key={fileName}>
          <TableCell sx={{ overflowWrap: 'anywhere' }}>
            {can.admin && uploadedAt !== null ? (
              <Link
                to="/admin/file-browser"
                search={{ path: '/packs', text: fileName }}
                aria-label={texts.packInFileBrowser(fileName)}
              >
                {fileName}
              </Link>
            ) : (
              fileName
            )}
          </TableCell>
          <TableCell>{type}</TableCell>
          <TableCell>{uploadedAt === null ? texts.notStored : formatDate(uploadedAt)}</TableCell>
          <TableCell>{uploadedBy}</TableCell>
          <TableCell align="right">{formatNumber(pictures)}</TableCell>
          <TableCell align="right">{formatNumber(metaFiles)}</TableCell>
          <TableCell align="right">{formatBytes(size)}</TableCell>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
