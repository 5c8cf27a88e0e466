/** The version drop-down of the menu. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { shellTexts as texts } from '../texts/shell.ts';
import { formatDate } from '../ui/dates.ts';
import { useFailureNotice } from '../ui/useFailureNotice.ts';
import { DropDown } from './DropDown.tsx';

export function Versions() {
  const info = useQuery({ queryKey: ['buildInfo'], queryFn: ({ signal }) => api().buildInfo({ signal }) });
  useFailureNotice(info.error, 'get version');
  const entries = info.data
    ? [
        { label: texts.versions.frontend, value: info.data.frontendVersion },
        { label: texts.versions.backend, value: info.data.application.version },
        { label: texts.versions.updated, value: formatDate(info.data.lastUpdated) },
        { label: texts.versions.appPackage, value: info.data.appPackageVersion },
        { label: texts.versions.configPackage, value: info.data.configPackageVersion },
        { label: texts.versions.deployed, value: formatDate(info.data.deploymentTime) },
      ]
    : [];
  return <DropDown plain end label={texts.version(info.data?.application.version ?? '')} entries={entries} />;
}
