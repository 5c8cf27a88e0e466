/** The menu of a row of the file browser: show, download, history, delete; an entry that is not possible says why. */
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { fileTexts as texts } from '../../texts/files.ts';
import type { Content } from '../promotion/content.ts';
import { canShow } from './canShow.ts';

/** A row, and where in the window its menu opens, pixels. */
export interface MenuTarget {
  readonly element: FileElement;
  readonly at: { top: number; left: number };
}

/** A menu entry, with the reason if it is disabled. */
function Entry({ label, reason, onChoose }: { label: string; reason: string | undefined; onChoose: () => void }) {
  return (
    <MenuItem
      disabled={reason !== undefined}
      // Only the label is dimmed: the reason must stay readable.
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
  target,
  onClose,
  onShow,
  onDownload,
  onHistory,
  onDelete,
}: {
  /** undefined: closed */
  target: MenuTarget | undefined;
  onClose: () => void;
  onShow: (element: FileElement) => void;
  onDownload: (element: FileElement) => void;
  onHistory: (content: Content) => void;
  onDelete: (element: FileElement) => void;
}) {
  const place = target && parseTreePath(target.element.id.split('/').slice(1));
  const shows = target ? canShow(target.element) : 'no';
  const choose = (act: (element: FileElement) => void) => () => {
    if (target) act(target.element);
    onClose();
  };
  return (
    <Menu
      open={target !== undefined}
      onClose={onClose}
      anchorReference="anchorPosition"
      {...(target && { anchorPosition: target.at })}
    >
      {shows !== 'no' && (
        <Entry label={texts.show} reason={shows === 'yes' ? undefined : shows.reason} onChoose={choose(onShow)} />
      )}
      {target && !target.element.isFolder && <MenuItem onClick={choose(onDownload)}>{texts.download}</MenuItem>}
      {place?.is === 'content' && <MenuItem onClick={choose(() => onHistory(place))}>{texts.history}</MenuItem>}
      <Entry label={texts.delete} reason={target?.element.undeletableReason} onChoose={choose(onDelete)} />
    </Menu>
  );
}
