/** Webhooks (/admin/webhooks): the servers that receive events; a row opens to its messages. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { webhookTexts as texts } from '../../texts/webhooks.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { type Secret, SecretDialog } from '../access/SecretDialog.tsx';
import { useChange } from '../access/useChange.ts';
import { WEBHOOKS } from './queries.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookLog } from './WebhookLog.tsx';
import { WebhookMenu, type WebhookTask } from './WebhookMenu.tsx';

const route = getRouteApi('/admin/webhooks');
const WIDTHS = { embargo: 150, enabled: 90, waiting: 100, last: 260, change: 150 };

function lastText({ last }: Webhook): string {
  if (last === null) return texts.table.never;
  return texts.table[last.state](formatDate(last.at));
}

const columnsFor = (onTask: (task: WebhookTask) => void): Column<Webhook>[] => [
  { accessorKey: 'url', header: texts.table.address, sortFn: 'alphanumeric' },
  {
    id: 'events',
    accessorFn: ({ events }) => events.map((event) => texts.events[event]).join(', '),
    header: texts.table.events,
    sortFn: 'basic',
  },
  {
    id: 'embargo',
    accessorFn: ({ embargo }) => (embargo ? texts.table.embargoYes : texts.table.embargoNo),
    header: texts.table.embargo,
    sortFn: 'basic',
  },
  {
    id: 'enabled',
    accessorFn: ({ enabled }) => (enabled ? texts.table.on : texts.table.off),
    header: texts.table.state,
    sortFn: 'basic',
  },
  { accessorKey: 'waiting', header: texts.table.waiting, sortFn: 'basic' },
  {
    id: 'last',
    accessorFn: ({ last }) => last?.at ?? '',
    text: lastText,
    header: texts.table.last,
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <Typography variant="body2" color={original.last?.state === 'failed' ? 'error' : 'textPrimary'} noWrap>
        {lastText(original)}
      </Typography>
    ),
  },
  {
    id: 'change',
    header: texts.table.change,
    enableSorting: false,
    cell: ({ row: { original } }) => <WebhookMenu webhook={original} onTask={onTask} />,
  },
];

const webhookDetail = (webhook: Webhook) => <WebhookLog webhook={webhook} />;

export function Webhooks() {
  const [search, change] = useRouteSearch(route);
  const [task, setTask] = useState<WebhookTask>();
  const [secret, setSecret] = useState<Secret>();
  const makeChange = useChange(WEBHOOKS);
  const { rows, failure } = useTableRows({
    queryKey: WEBHOOKS,
    load: (signal) => api().webhooks({ signal }),
    action: (error) => failureText(texts.load, error),
    followsJobs: true,
  });

  /** Actions without a dialog run immediately. */
  const begin = async (wanted: WebhookTask) => {
    if (wanted.action === 'test') {
      const { id } = wanted.webhook;
      const done = await makeChange(
        texts.testAction,
        async () => (await api().testWebhook({ params: { id } })).message,
      );
      if (done) change({ open: id });
    } else if (wanted.action === 'switch') {
      const { id, events, embargo, enabled } = wanted.webhook;
      await makeChange(
        texts.dialog.changeAction,
        async () =>
          (await api().changeWebhook({ params: { id }, body: { events, embargo, enabled: !enabled } })).message,
      );
    } else setTask(wanted);
  };
  const [columns] = useState(() => columnsFor((wanted) => void begin(wanted)));
  const remove = async ({ id }: Webhook) => {
    await makeChange(texts.delete.action, async () => (await api().deleteWebhook({ params: { id } })).message);
    setTask(undefined);
  };
  return (
    <>
      <ScreenBar title={texts.title}>
        <Button variant="contained" onClick={() => setTask({ action: 'add' })}>
          {texts.add}
        </Button>
      </ScreenBar>
      <DataTable
        {...useTableState(search, change, 'url')}
        label={texts.table.label}
        rows={rows}
        detail={webhookDetail}
        open={search.open ?? ''}
        onOpen={(id) => change({ open: id === '' ? undefined : id })}
        failure={failure}
        columns={columns}
        rowId={({ id }) => id}
        widths={WIDTHS}
        filterLabel={texts.table.filter}
        empty={texts.table.empty}
      />
      {(task?.action === 'add' || task?.action === 'change') && (
        <WebhookDialog
          webhook={task.action === 'change' ? task.webhook : undefined}
          onSecret={setSecret}
          onClose={() => setTask(undefined)}
        />
      )}
      {task?.action === 'delete' && (
        <ConfirmDialog
          title={texts.delete.title(task.webhook.url)}
          confirm={texts.delete.confirm}
          danger
          onConfirm={() => void remove(task.webhook)}
          onClose={() => setTask(undefined)}
        >
          <Typography>{texts.delete.note(task.webhook.waiting)}</Typography>
        </ConfirmDialog>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
