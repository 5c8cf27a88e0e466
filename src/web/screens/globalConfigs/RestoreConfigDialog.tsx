/** Asks before a configuration file is restored, and shows what that changes. */
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { AREA_NAMES, type Area, type ConfigHistoryEntry } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { ConfigDiff } from './ConfigDiff.tsx';

/** @param current the file's newest entry, with which the difference is shown */
export function RestoreConfigDialog({
  area,
  entry: { id, fileName, at, size },
  current,
  onClose,
}: {
  area: Area;
  entry: ConfigHistoryEntry;
  current: ConfigHistoryEntry;
  onClose: () => void;
}) {
  const notify = useNotify();
  const client = useQueryClient();
  const restore = async () => {
    onClose();
    try {
      const { message } = await api(area).restoreGlobalConfig({ body: { entry: id, newestSeen: current.id } });
      notify('success', message);
    } catch (error) {
      notify('error', failureText(`restore ${fileName}`, error));
    }
    // The configuration changes what every other screen shows.
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      title={`Restore ${fileName} in ${AREA_NAMES[area]}`}
      confirm={`Restore in ${AREA_NAMES[area]}`}
      danger={area === 'prod'}
      onConfirm={() => void restore()}
      onClose={onClose}
    >
      <Typography gutterBottom>
        {size === null
          ? `${fileName} will be deleted, as it was after ${formatDate(at)}.`
          : `${fileName} will be active again as it was after ${formatDate(at)}, immediately.`}{' '}
        Other areas do not change.
      </Typography>
      <ConfigDiff area={area} from={current.id} to={id} />
    </ConfirmDialog>
  );
}
