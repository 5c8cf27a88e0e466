/** The newest of many things, on the home screen. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A link in a list of links is tall enough to be hit (WCAG 2.5.8). */
const HIT = { '& a': { display: 'inline-block', minHeight: 24 } } as const;
const LINES = { pl: 2.5, overflowWrap: 'anywhere', ...HIT } as const;
/** As high as rows of tables, so links need no height of their own. */
const CARS = { p: 0, mt: 1, display: 'grid', gap: 0.75, '& > li': { listStyle: 'none' } } as const;

/** A heading that leads to all of them, and the newest. @param cars whether these are cars, which need no bullets */
export function Newest({
  heading,
  cars = false,
  children,
}: {
  heading: ReactNode;
  cars?: boolean;
  children: readonly ReactNode[];
}) {
  return (
    <Box sx={{ '& + &': { mt: 1.5 } }}>
      <Typography sx={{ fontWeight: 600, ...HIT }}>{heading}</Typography>
      <Box component="ul" sx={{ m: 0, ...(cars ? CARS : LINES) }}>
        {children}
      </Box>
    </Box>
  );
}
export const Item = ({ children }: { children: ReactNode }) => (
  <Typography component="li" variant="body2">
    {children}
  </Typography>
);
