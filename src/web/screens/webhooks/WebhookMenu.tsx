/**
 * What can be done with a webhook.
 *
 *   WebhookMenu, WebhookTask
 */
import type { Webhook } from '../../../contract/index.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { type RowAction, RowMenu } from '../../ui/RowMenu.tsx';

const { menu: texts, table } = webhookTexts;

type Action = 'test' | 'change' | 'switch' | 'delete';
export type WebhookTask = { action: 'add' } | { action: Action; webhook: Webhook };

export function WebhookMenu({ webhook, onTask }: { webhook: Webhook; onTask: (task: WebhookTask) => void }) {
  const actions: RowAction<Action>[] = [
    ['test', texts.test, webhook.enabled ? undefined : texts.isOff],
    ['change', texts.change, undefined],
    ['switch', webhook.enabled ? texts.off : texts.on, undefined],
    ['delete', texts.delete, undefined],
  ];
  return (
    <RowMenu
      label={table.change}
      name={table.changeOne(webhook.url)}
      actions={actions}
      onChoose={(action) => onTask({ action, webhook })}
    />
  );
}
