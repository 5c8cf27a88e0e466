/** The columns of the file browser. */
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { CarCell } from '../../areas/cars.tsx';
import { fileTexts as texts } from '../../texts/files.ts';
import { FileIcon } from '../../ui/icons/File.tsx';
import { FolderIcon } from '../../ui/icons/Folder.tsx';
import { MoreIcon } from '../../ui/icons/More.tsx';
import { ROW_ICON_BUTTON } from '../../ui/RowButton.tsx';
import { type Column, DATE_WIDTH, dateColumn, FILE_NAME_WIDTH, sizeColumn } from '../../ui/tableColumns.ts';
import type { MenuTarget } from './FileMenu.tsx';

export const FILE_WIDTHS = { isFolder: 56, lastModifiedDate: DATE_WIDTH, size: 120, menu: 56 };

/** The folder of a set shows its car, as the folder's area has it. */
function SetFolder({ path, children }: { path: string; children: ReactNode }) {
  const place = parseTreePath(path.split('/').slice(1));
  if (place?.is !== 'content' || place.kind !== 'dis' || place.below.length > 0) return children;
  return (
    <CarCell disId={place.key} area={place.area}>
      {children}
    </CarCell>
  );
}

/** @param onOpen opens a folder, by its path; @param onMenu opens the menu of a row */
export const fileColumns = (
  onOpen: (path: string) => void,
  onMenu: (target: MenuTarget) => void,
): Column<FileElement>[] => [
  {
    id: 'isFolder',
    accessorFn: ({ isFolder }) => (isFolder ? 0 : 1),
    header: texts.columns.type,
    sortFn: 'basic',
    text: ({ isFolder }) => (isFolder ? texts.folder : texts.file),
    cell: ({ row }) =>
      row.original.isFolder ? (
        <FolderIcon fontSize="small" color="primary" titleAccess={texts.folder} />
      ) : (
        <FileIcon fontSize="small" color="action" titleAccess={texts.file} />
      ),
  },
  {
    accessorKey: 'name',
    header: texts.columns.name,
    minWidth: FILE_NAME_WIDTH,
    cell: ({ row: { original } }) =>
      original.isFolder ? (
        <SetFolder path={original.id}>
          <Link component="button" type="button" onClick={() => onOpen(original.id)}>
            {original.name}
          </Link>
        </SetFolder>
      ) : (
        original.name
      ),
  },
  dateColumn('lastModifiedDate', texts.columns.modified, ({ lastModifiedDate }) => lastModifiedDate),
  sizeColumn(),
  {
    id: 'menu',
    header: '',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <IconButton
        size="small"
        aria-label={texts.actions(original.name)}
        aria-haspopup="menu"
        sx={ROW_ICON_BUTTON}
        onClick={(event) => {
          const { bottom, left } = event.currentTarget.getBoundingClientRect();
          onMenu({ element: original, at: { top: bottom, left } });
        }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
    ),
  },
];
