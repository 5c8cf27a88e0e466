/**
 * The columns of the static test's table, and of its Excel sheet.
 *
 *   columnsFor      of the table
 *   saveImages      as a sheet: the picture's link is its third column, hidden (section 7)
 *   PICTURE_HEIGHT
 */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { StaticImageInfo } from '../../../contract/index.ts';
import { withSession } from '../../api/otherHost.ts';
import { loadFile } from '../../app/lazyFile.ts';
import { checkerboard } from '../../app/theme.ts';
import { staticTexts } from '../../texts/staticImages.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { linkOf } from './searchImages.ts';

const { columns: texts } = staticTexts;
/** pixels */
export const PICTURE_HEIGHT = 64;
const CHECKER = checkerboard(12);
const SHEET_NAME = 'TestStaticImagesV2';

const TEXT_COLUMNS: Column<StaticImageInfo>[] = [
  { accessorKey: 'imageName', header: texts.name, sortFn: 'basic' },
  {
    accessorKey: 'path',
    header: texts.link,
    sortFn: 'basic',
    cell: ({ row }) => (
      <Link href={linkOf(row.original)} target="_blank" rel="noreferrer">
        {row.original.path}
      </Link>
    ),
  },
];
const PICTURE: Column<StaticImageInfo> = {
  id: 'picture',
  header: texts.picture,
  enableSorting: false,
  cell: ({ row }) => (
    <a href={linkOf(row.original)} target="_blank" rel="noreferrer">
      <Box
        component="img"
        loading="lazy"
        {...withSession(linkOf(row.original))}
        src={`${linkOf(row.original)}?size=thumb`}
        alt={row.original.imageName}
        sx={{ display: 'block', height: PICTURE_HEIGHT, width: 96, objectFit: 'contain', background: CHECKER }}
      />
    </a>
  ),
};
const ALL_COLUMNS = [...TEXT_COLUMNS, PICTURE];

export const columnsFor = (images: boolean): Column<StaticImageInfo>[] => (images ? ALL_COLUMNS : TEXT_COLUMNS);

export async function saveImages(images: readonly StaticImageInfo[]): Promise<void> {
  const { saveSheet } = await loadFile(() => import('../../ui/excel.ts'));
  await saveSheet(
    SHEET_NAME,
    [
      { header: texts.name, width: 30 },
      { header: texts.link, width: 60 },
      { header: texts.picture, width: 60, hidden: true },
    ],
    images.map((image) => [image.imageName, { text: image.path, hyperlink: linkOf(image) }, linkOf(image)]),
  );
}
