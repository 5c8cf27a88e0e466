/**
 * What can be done with a webhook.
 *
 *   WebhookMenu, WebhookTask
 */
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { Webhook } from '../../../contract/index.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { ArrowDropDownIcon } from '../../ui/icons/ArrowDropDown.tsx';

const { menu: texts, table } = webhookTexts;

export type WebhookTask = { action: 'add' } | { action: 'test' | 'change' | 'switch' | 'delete'; webhook: Webhook };

export function WebhookMenu({ webhook, onTask }: { webhook: Webhook; onTask: (task: WebhookTask) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const entries = [
    ['test', texts.test, webhook.enabled ? undefined : texts.isOff],
    ['change', texts.change, undefined],
    ['switch', webhook.enabled ? texts.off : texts.on, undefined],
    ['delete', texts.delete, undefined],
  ] as const;
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-label={table.changeOne(webhook.url)}
        endIcon={<ArrowDropDownIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {table.change}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(([action, label, reason]) => (
          <MenuItem
            key={action}
            disabled={reason !== undefined}
            // The reason must stay readable.
            sx={{ '&.Mui-disabled': { opacity: 1 } }}
            onClick={() => {
              setAnchor(null);
              onTask({ action, webhook });
            }}
          >
            <ListItemText
              primary={label}
              secondary={reason}
              slotProps={{ primary: { color: reason === undefined ? 'textPrimary' : 'textDisabled' } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
