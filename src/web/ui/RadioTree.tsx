/**
 * Families with alternatives, as native details and radio buttons: hundreds of leaves are drawn in a tenth of a second, and
 * the keyboard works as in any form. Arrow keys move over leaves; a leaf is chosen when they rest on it.
 *
 *   RadioTree
 */
import Box from '@mui/material/Box';
import { RadioFamily } from './RadioFamily.tsx';
import type { OnAim, TreeFamily, TreeOptions } from './treeFamilies.ts';

/** of a level, pixels */
const INDENT = 30;
export function RadioTree({
  label,
  families,
  chosen,
  onChoose,
  onAim,
  ...options
}: TreeOptions & {
  label: string;
  families: readonly TreeFamily[];
  chosen: ReadonlyMap<string, string>;
  onChoose: (family: string, leaf: string) => void;
  onAim?: OnAim;
}) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        '& summary': { cursor: 'pointer', fontWeight: 600, py: 0.5, borderRadius: 1, px: 0.5 },
        '& summary:hover, & label:hover': { bgcolor: 'action.hover' },
        '& [role=radiogroup]': { ml: `${INDENT}px`, display: 'flex', flexDirection: 'column' },
        '& label': {
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          py: 0.25,
          px: 0.5,
          borderRadius: 1,
          cursor: 'pointer',
          overflowWrap: 'anywhere',
        },
        '& label[data-disabled]': { opacity: 0.5, cursor: 'default', textDecoration: 'line-through' },
        '& label:has(:checked)': { color: 'primary.main', fontWeight: 600 },
        '& label:has(:focus-visible), & summary:focus-visible': {
          outline: 2,
          outlineColor: 'primary.main',
          outlineStyle: 'solid',
        },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0, flex: 'none', alignSelf: 'center' },
        '& img': { flex: 'none', alignSelf: 'center', objectFit: 'cover', borderRadius: 0.5, bgcolor: 'action.hover' },
        '& small': { display: 'block', color: 'text.secondary', fontWeight: 400, fontSize: '0.85em' },
        '& em': {
          ml: 1,
          px: 0.75,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          color: 'text.secondary',
          font: 'inherit',
          fontSize: '0.85em',
          fontWeight: 400,
        },
      }}
    >
      {families.map((family) => (
        <RadioFamily
          key={family.name}
          family={family}
          chosen={chosen.get(family.name) ?? ''}
          onChoose={onChoose}
          onAim={onAim}
          {...options}
        />
      ))}
    </Box>
  );
}
