/** Adds a webhook, or changes which events it receives. The address cannot change, because its secret belongs to it. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Secret } from '../access/SecretDialog.tsx';
import { useChange } from '../access/useChange.ts';
import { WEBHOOKS } from './queries.ts';

const { dialog: texts } = webhookTexts;
const FIRST_EVENTS: readonly WebhookEvent[] = ['pack.live', 'pack.refused', 'promotion.done', 'promotion.failed'];

export function WebhookDialog({
  webhook,
  onSecret,
  onClose,
}: {
  /** undefined: a new one */
  webhook: Webhook | undefined;
  onSecret: (secret: Secret) => void;
  onClose: () => void;
}) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? FIRST_EVENTS);
  const [embargo, setEmbargo] = useState(webhook?.embargo ?? false);
  const makeChange = useChange(WEBHOOKS);
  const save = async () => {
    const wanted = { events: [...events], embargo };
    const done = await makeChange(webhook ? texts.changeAction : texts.addAction, async () => {
      if (webhook) {
        const { id, enabled } = webhook;
        return (await api().changeWebhook({ params: { id }, body: { ...wanted, enabled } })).message;
      }
      const { secret } = await api().makeWebhook({ body: { url: url.trim(), ...wanted } });
      onSecret({ title: texts.secret(URL.parse(url.trim())?.host ?? url), value: secret });
      return undefined;
    });
    if (done) onClose();
  };
  const missing = url.trim() === '' ? texts.urlMissing : events.length === 0 ? texts.eventsMissing : undefined;
  return (
    <ConfirmDialog
      title={webhook ? texts.changeTitle(webhook.url) : texts.addTitle}
      confirm={webhook ? texts.save : texts.add}
      missing={missing}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {!webhook && (
        <>
          <Typography sx={{ mb: 2 }}>{texts.note}</Typography>
          <TextField
            fullWidth
            required
            type="url"
            label={texts.url}
            helperText={texts.urlHelp}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            sx={{ mb: 2 }}
          />
        </>
      )}
      <FormGroup role="group" aria-label={texts.events} sx={{ mb: 2 }}>
        <Typography variant="subtitle2" aria-hidden>
          {texts.events}
        </Typography>
        <FormGroup sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)' } }}>
          {WEBHOOK_EVENTS.map((event) => (
            <FormControlLabel
              key={event}
              label={webhookTexts.events[event]}
              control={
                <Checkbox
                  checked={events.includes(event)}
                  onChange={(_, checked) =>
                    setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? checked : events.includes(one))))
                  }
                />
              }
            />
          ))}
        </FormGroup>
      </FormGroup>
      <FormControlLabel
        label={texts.embargo}
        control={
          <Checkbox
            checked={embargo}
            aria-describedby="webhook-embargo-help"
            onChange={(_, checked) => setEmbargo(checked)}
          />
        }
      />
      <FormHelperText id="webhook-embargo-help" sx={{ ml: 4 }}>
        {texts.embargoHelp}
      </FormHelperText>
    </ConfirmDialog>
  );
}
