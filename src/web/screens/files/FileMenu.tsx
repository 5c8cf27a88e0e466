/** The menu of a row of the file browser: show, download, history, delete; what is not possible says why. */
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import type { Content } from '../promotion/content.ts';
import { showing } from './showing.ts';

/** A row, and where its menu opens. */
export interface Asked {
  readonly element: FileElement;
  readonly at: { top: number; left: number };
}

/** An entry that can be chosen, or the reason why not. */
function Entry({ label, reason, onChoose }: { label: string; reason: string | undefined; onChoose: () => void }) {
  return (
    <MenuItem
      disabled={reason !== undefined}
      // The reason is there to be read: only the word is dimmed.
      sx={{ '&.Mui-disabled': { opacity: 1 } }}
      onClick={onChoose}
    >
      <ListItemText
        primary={label}
        secondary={reason}
        slotProps={{ primary: { color: reason === undefined ? 'textPrimary' : 'textDisabled' } }}
        sx={{ maxWidth: 280, my: 0, whiteSpace: 'normal' }}
      />
    </MenuItem>
  );
}

export function FileMenu({
  asked,
  onClose,
  onShow,
  onDownload,
  onHistory,
  onDelete,
}: {
  /** undefined: closed */
  asked: Asked | undefined;
  onClose: () => void;
  onShow: (element: FileElement) => void;
  onDownload: (element: FileElement) => void;
  onHistory: (content: Content) => void;
  onDelete: (element: FileElement) => void;
}) {
  const place = asked && parseTreePath(asked.element.id.split('/').slice(1));
  const shows = asked ? showing(asked.element) : 'no';
  const choose = (act: (element: FileElement) => void) => () => {
    if (asked) act(asked.element);
    onClose();
  };
  return (
    <Menu
      open={asked !== undefined}
      onClose={onClose}
      anchorReference="anchorPosition"
      {...(asked && { anchorPosition: asked.at })}
    >
      {shows !== 'no' && (
        <Entry label="Show" reason={shows === 'yes' ? undefined : shows.reason} onChoose={choose(onShow)} />
      )}
      {asked && !asked.element.isFolder && <MenuItem onClick={choose(onDownload)}>Download</MenuItem>}
      {place?.is === 'content' && <MenuItem onClick={choose(() => onHistory(place))}>History</MenuItem>}
      <Entry label="Delete" reason={asked?.element.undeletableReason} onChoose={choose(onDelete)} />
    </Menu>
  );
}
