/** The file that a layer is painted from: its pack, who uploaded it, when. */
import Typography from '@mui/material/Typography';
import type { PictureLayer } from '../../contract/index.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { SetText } from '../ui/SetLink.tsx';

const { file: texts } = viewerTexts;

export function LayerFile({ file: { pack, path, scaled, uploadedBy, uploadedAt } }: { file: PictureLayer }) {
  return (
    <>
      <Typography variant="caption" sx={{ display: 'block', fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        <SetText text={texts.path(pack, path)} />
      </Typography>
      <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {[texts.uploaded(uploadedBy, uploadedAt), ...(scaled ? [texts.scaled] : [])].join(' · ')}
      </Typography>
    </>
  );
}
