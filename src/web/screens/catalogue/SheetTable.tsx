/**
 * The contact sheet as a table: on the screen its head stays visible, on paper it is repeated on every page. Everything
 * around the table stays off the paper.
 */
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ResolutionAnswer } from '../../../contract/index.ts';
import { BELOW_BARS, CARDS } from '../../app/theme.ts';
import { useViewer } from '../../pictures/useViewer.tsx';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { pictureTexts } from '../../texts/pictures.ts';
import type { Side } from './comparison.ts';
import { SheetPicture } from './SheetPicture.tsx';
import type { TestSearch } from './search.ts';
import { type SheetRow, sideOfRow } from './sheet.ts';
import { viewedPicture } from './viewedPicture.ts';

/** width of the column with the rows' names: pixels on the screen, millimetres on paper */
const NAME_WIDTH = 190;
const NAME_WIDTH_ON_PAPER = '34mm';
/** In a narrow window the sheet scrolls sideways below its names: pictures stay large enough to see, pixels. */
const NARROW_NAME_WIDTH = 120;
const SMALLEST = 112;

const NO_PICTURES: readonly ViewedPicture[] = [];

export interface Heading {
  /** set and version */
  readonly title: string;
  /** area, viewport, other options, date */
  readonly subtitle: string;
}

export function SheetTable({
  label,
  heading,
  rows,
  angles,
  resolution,
  side,
  test,
  compared,
  paper,
  printing,
}: {
  label: string;
  heading: Heading;
  rows: readonly SheetRow[];
  angles: readonly string[];
  resolution: ResolutionAnswer;
  side: Side;
  /** what the pictures link to, without version and options */
  test: TestSearch;
  /** dim what is the same as in the first row */
  compared: boolean;
  paper: 'A4' | 'A3';
  /** load every picture, also those outside the window */
  printing: boolean;
}) {
  const { width, height } = resolution;
  const [enlarged, setEnlarged] = useState<SheetRow>();
  const viewer = useViewer(
    enlarged ? angles.map((angle) => viewedPicture(sideOfRow(side, enlarged), angle, [enlarged.label])) : NO_PICTURES,
    { angles: true },
  );
  return (
    <>
      <GlobalStyles
        styles={{
          '@page': { size: `${paper} landscape`, margin: '10mm' },
        }}
      />
      <Box sx={{ [CARDS]: { overflowX: 'auto' } }}>
        <Box
          component="table"
          aria-label={label}
          sx={{
            width: '100%',
            [CARDS]: {
              minWidth: NARROW_NAME_WIDTH + angles.length * SMALLEST,
              // It would stick to the box that scrolls, not to the window.
              '&& thead th': { position: 'static' },
              '&& tr > th:first-of-type:not([colspan])': {
                position: 'sticky',
                left: 0,
                zIndex: 2,
                bgcolor: 'background.default',
              },
            },
            tableLayout: 'fixed',
            borderCollapse: 'collapse',
            '& th, & td': { p: 0.5, verticalAlign: 'top', textAlign: 'left', fontWeight: 400 },
            '& thead th': {
              position: 'sticky',
              top: BELOW_BARS,
              zIndex: 1,
              bgcolor: 'background.default',
              fontWeight: 600,
              py: 1,
            },
            '& thead tr:first-of-type th': { position: 'static' },
            '& tbody tr': { breakInside: 'avoid', borderTop: 1, borderColor: 'divider' },
            '@media print': {
              '& *': { color: '#000 !important', borderColor: '#bbb !important' },
              '& thead': { display: 'table-header-group' },
              '& thead th': { position: 'static', background: '#fff' },
              '& td > div': { background: 'none !important' },
            },
          }}
        >
          <colgroup>
            <Box
              component="col"
              sx={{
                width: NAME_WIDTH,
                [CARDS]: { width: NARROW_NAME_WIDTH },
                '@media print': { width: NAME_WIDTH_ON_PAPER },
              }}
            />
            {angles.map((angle) => (
              <col key={angle} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th colSpan={angles.length + 1} scope="colgroup">
                <Typography component="span" variant="h2" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
                  {heading.title}
                </Typography>
                <Typography component="span" variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {heading.subtitle}
                </Typography>
              </th>
            </tr>
            <tr>
              <th scope="col">{label}</th>
              {angles.map((angle) => (
                <th key={angle} scope="col">
                  {angle}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.id}>
                <th scope="row">
                  <Typography
                    component="span"
                    variant="body2"
                    sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}
                  >
                    {row.label}
                  </Typography>
                  {row.label !== row.id && (
                    <Typography
                      component="span"
                      variant="caption"
                      color="textSecondary"
                      sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
                    >
                      {row.id}
                    </Typography>
                  )}
                </th>
                {angles.map((angle) => (
                  <td key={angle}>
                    <SheetPicture
                      side={sideOfRow(side, row)}
                      first={compared && index > 0 ? sideOfRow(side, rows[0] as SheetRow) : undefined}
                      view={angle}
                      alt={pictureTexts.alt(side.viewport, angle, [row.label])}
                      ratio={width / height}
                      test={{ ...test, version: row.version, options: [...row.options] }}
                      required={printing}
                      onEnlarge={() => {
                        setEnlarged(row);
                        viewer.open(angle);
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {viewer.element}
    </>
  );
}
