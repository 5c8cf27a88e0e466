/** The version drop-down of the menu. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { formatDate } from '../ui/dates.ts';
import { useFailureNotice } from '../ui/useFailureNotice.ts';
import { DropDown } from './DropDown.tsx';

export function Versions() {
  const info = useQuery({ queryKey: ['buildInfo'], queryFn: ({ signal }) => api().buildInfo({ signal }) });
  useFailureNotice(info.error, 'get version');
  const entries = info.data
    ? [
        { label: 'Frontend version', value: info.data.frontendVersion },
        { label: 'Backend version', value: info.data.application.version },
        { label: 'Backend updated', value: formatDate(info.data.lastUpdated) },
        { label: 'App package version', value: info.data.appPackageVersion },
        { label: 'Config package version', value: info.data.configPackageVersion },
        { label: 'Deployment time', value: formatDate(info.data.deploymentTime) },
      ]
    : [];
  return <DropDown plain end label={`Version ${info.data?.application.version ?? ''}`} entries={entries} />;
}
