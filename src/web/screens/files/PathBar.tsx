/** The path of the open folder, and the way up. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { fileTexts as texts } from '../../texts/files.ts';
import { ArrowBackIcon } from '../../ui/icons/ArrowBack.tsx';
import { SetText } from '../../ui/SetLink.tsx';

export function PathBar({
  path,
  loading,
  onOpen,
}: {
  path: string;
  loading: boolean;
  /** opens another folder */
  onOpen: (path: string) => void;
}) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1, bgcolor: 'background.paper' }}>
      {path !== '/' && (
        <Tooltip title={texts.up}>
          <IconButton
            size="small"
            aria-label={texts.up}
            onClick={() => onOpen(path.slice(0, path.lastIndexOf('/')) || '/')}
          >
            <ArrowBackIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Typography component="p" aria-label={texts.path} sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        <SetText text={path} />
      </Typography>
      {loading && <CircularProgress size={18} aria-label={texts.loading} />}
    </Box>
  );
}
