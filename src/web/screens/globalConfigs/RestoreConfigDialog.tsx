/** Asks before a configuration file is restored, and shows what that changes. */
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { AREA_NAMES, type Area, type ConfigHistoryEntry } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { configTexts } from '../../texts/globalConfigs.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { ConfigDiff } from './ConfigDiff.tsx';

const { restore: texts } = configTexts;

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
      notify('error', failureText(texts.action(fileName), error));
    }
    // The configuration changes what every other screen shows.
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      title={texts.title(fileName, AREA_NAMES[area])}
      confirm={texts.confirm(AREA_NAMES[area])}
      danger={area === 'prod'}
      onConfirm={() => void restore()}
      onClose={onClose}
    >
      <Typography gutterBottom>{(size === null ? texts.deletes : texts.brings)(fileName, formatDate(at))}</Typography>
      <ConfigDiff area={area} from={current.id} to={id} />
    </ConfirmDialog>
  );
}
