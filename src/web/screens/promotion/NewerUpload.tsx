/** Below a static pack: a newer upload of its name that is not live, with a link to the reason. */
import Box from '@mui/material/Box';
import { Link } from '@tanstack/react-router';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { formatDate } from '../../ui/dates.ts';

const { newerUpload: texts } = promotionTexts;

/** Part of the cell's text. */
export const newerUploadText = ({ newerUpload }: StaticPackStatus): string =>
  newerUpload === undefined ? '' : newerUpload.status === 'REFUSED' ? texts.refused : texts.reading;

export function NewerUpload({ row }: { row: StaticPackStatus }) {
  const { fileName, newerUpload } = row;
  if (!newerUpload) return null;
  return (
    <Box
      component="span"
      title={texts.uploadedAgain(formatDate(newerUpload.uploadedAt))}
      sx={{
        display: 'block',
        fontSize: '0.6875rem',
        lineHeight: '12px',
        color: 'warning.main',
        '& a': { color: 'inherit' },
      }}
    >
      {newerUpload.status === 'REFUSED' ? (
        <Link to="/upload" search={{ problems: fileName }}>
          {newerUploadText(row)}
        </Link>
      ) : (
        newerUploadText(row)
      )}
    </Box>
  );
}
