/** The bar at the top of a screen: title and controls, with an edge in the area's colour if the screen shows an area. */
import Box from '@mui/material/Box';
import Toolbar from '@mui/material/Toolbar';
import type { ReactNode } from 'react';
import type { Area } from '../../contract/index.ts';
import { BELOW_MENU, LOW, NARROW } from '../app/theme.ts';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { SetText, setIdIn } from '../ui/SetLink.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { CarThumbnail } from './Thumbnail.tsx';

/** pixels; the title keeps its position with and without the edge */
const EDGE = 6;

export function ScreenBar({ title, area, children }: { title: string; area?: Area; children?: ReactNode }) {
  useTitle(title);
  const disId = setIdIn(title);
  return (
    <Toolbar
      variant="dense"
      sx={{
        gap: 2,
        // The area stays visible while the page scrolls.
        position: 'sticky',
        top: BELOW_MENU,
        zIndex: 3,
        flexWrap: 'wrap',
        [NARROW]: { position: 'static', columnGap: 1, rowGap: 0.5 },
        [LOW]: { position: 'static' },
        '@media print': { position: 'static', border: 0, '& > :not(:has(h1))': { display: 'none' } },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        borderLeft: area ? EDGE : 0,
        borderLeftColor: area ? `${area}.main` : undefined,
        py: 0.5,
        pr: 2,
        pl: (theme) => `calc(${theme.spacing(2)} - ${area ? EDGE : 0}px)`,
      }}
    >
      <Box sx={{ flex: '1 1 auto', minWidth: 0, display: 'flex', alignItems: 'center', gap: 'inherit' }}>
        {disId !== undefined && <CarThumbnail disId={disId} area={area} />}
        <ScreenHeading>
          <SetText text={title} />
        </ScreenHeading>
      </Box>
      {children}
    </Toolbar>
  );
}
