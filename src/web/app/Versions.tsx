/** The version drop-down of the menu. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { formatDate } from '../ui/dates.ts';
import { useFailureNotice } from '../ui/useFailureNotice.ts';

export function Versions() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const info = useQuery({ queryKey: ['buildInfo'], queryFn: ({ signal }) => api().buildInfo({ signal }) });
  useFailureNotice(info.error, 'get version');
  const rows: [string, string][] = info.data
    ? [
        ['Frontend version', info.data.frontendVersion],
        ['Backend version', info.data.application.version],
        ['Backend updated', formatDate(info.data.lastUpdated)],
        ['App package version', info.data.appPackageVersion],
        ['Config package version', info.data.configPackageVersion],
        ['Deployment time', formatDate(info.data.deploymentTime)],
      ]
    : [];
  return (
    <>
      <Button color="inherit" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        Version {info.data?.application.version}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {rows.map(([label, value]) => (
          <MenuItem
            key={label}
            dense
            sx={{ gap: 3, justifyContent: 'space-between', cursor: 'text', userSelect: 'text' }}
          >
            <Typography variant="body2" color="text.secondary">
              {label}
            </Typography>
            <Typography variant="body2">{value}</Typography>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
