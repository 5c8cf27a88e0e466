import { createSvgIcon } from '@mui/material/SvgIcon';

export const LightModeIcon = createSvgIcon(
  <path
    d="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M2 12h2m16 0h2M12 2v2m0 16v2M5 5l1 1m12 12 1 1M5 19l1-1M18 6l1-1"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
  />,
  'LightMode',
);
