/** The versions of the set; a click shows one in the picture. */
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import type { SetVersion } from '../../../contract/index.ts';
import { setPageTexts as texts } from '../../texts/sets.ts';

/** pixels: about ten rows, more scroll */
const MAX_HEIGHT = 300;
/** width of 16 capitals and digits, so that the labels are aligned */
const ID_WIDTH = '20ch';

export function SetVersions({
  versions,
  shown,
  onShow,
}: {
  versions: readonly SetVersion[];
  /** a version id */
  shown: string;
  onShow: (version: string) => void;
}) {
  return (
    <List
      dense
      disablePadding
      component="div"
      sx={{
        maxHeight: MAX_HEIGHT,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      {versions.map(({ versionId, versionLabel }) => (
        <ListItemButton
          key={versionId}
          component="button"
          selected={versionId === shown}
          aria-pressed={versionId === shown}
          title={versionLabel}
          aria-label={texts.showVersion(`${versionId} ${versionLabel}`)}
          onClick={() => onShow(versionId)}
          sx={{ width: '100%', gap: 2, py: 0.25, minHeight: 28, textAlign: 'left' }}
        >
          <Typography
            component="span"
            variant="body2"
            sx={{ flex: 'none', minWidth: ID_WIDTH, fontVariantNumeric: 'tabular-nums' }}
          >
            {versionId}
          </Typography>{' '}
          <Typography component="span" variant="body2" color="textSecondary" noWrap>
            {versionLabel}
          </Typography>
        </ListItemButton>
      ))}
    </List>
  );
}
