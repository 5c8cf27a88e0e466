/** The menu of a row of the file browser: show, download, history, delete; an entry that is not possible says why. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { fileTexts as texts } from '../../texts/files.ts';
import { ReasonedMenuItem } from '../../ui/ReasonedMenuItem.tsx';
import type { Content } from '../promotion/content.ts';
import { canShow } from './canShow.ts';

/** A row, and where in the window its menu opens, pixels. */
export interface MenuTarget {
  readonly element: FileElement;
  readonly at: { top: number; left: number };
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
        <ReasonedMenuItem
          label={texts.show}
          reason={shows === 'yes' ? undefined : shows.reason}
          onChoose={choose(onShow)}
        />
      )}
      {target && !target.element.isFolder && <MenuItem onClick={choose(onDownload)}>{texts.download}</MenuItem>}
      {place?.is === 'content' && <MenuItem onClick={choose(() => onHistory(place))}>{texts.history}</MenuItem>}
      <ReasonedMenuItem label={texts.delete} reason={target?.element.undeletableReason} onChoose={choose(onDelete)} />
    </Menu>
  );
}
