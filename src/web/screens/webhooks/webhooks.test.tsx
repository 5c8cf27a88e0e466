/** The screen of webhooks: the events and state of each, adding one, its messages. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Webhook, WebhookMessage } from '../../../contract/index.ts';
import { openApp } from '../../testing/openApp.tsx';

const date = '2026-03-01T10:00:00.000Z';
const webhook: Webhook = {
  id: 'w1',
  url: 'https://ci.example.com/hooks',
  events: ['pack.live', 'promotion.done'],
  embargo: true,
  enabled: true,
  createdBy: 'admin',
  createdAt: date,
  waiting: 2,
  last: { state: 'failed', at: date, failure: 'It answered 500.' },
};
const message: WebhookMessage = {
  id: 'msg_1',
  type: 'pack.live',
  about: 'meta_a.zip',
  createdAt: date,
  state: 'failed',
  attempts: 12,
  nextAt: null,
  endedAt: date,
  status: 500,
  failure: 'It answered 500.',
};

describe('webhooks', () => {
  it('shows the events of each; a row opens to its messages, and a failed one is sent again', async () => {
    const app = await openApp('/admin/webhooks?open=w1', {
      webhooks: () => [
        webhook,
        { ...webhook, id: 'w2', url: 'https://b.example.com/', embargo: false, enabled: false, last: null },
      ],
      webhookMessages: () => [message],
      sendMessageAgain: () => ({ message: 'The message is sent again.' }),
    });
    const row = await screen.findByRole('row', { name: /ci\.example\.com/ });
    for (const words of ['Pack live, Promotion done', 'included', 'on', '2', /^failed /]) {
      within(row).getByText(words);
    }
    const off = screen.getByRole('row', { name: /b\.example\.com/ });
    for (const words of ['not included', 'off', 'none yet']) within(off).getByText(words);
    const table = await screen.findByRole('table', { name: 'Messages to https://ci.example.com/hooks' });
    within(table).getByText('It answered 500.');
    await userEvent.click(within(table).getByRole('button', { name: 'Send the message about meta_a.zip again' }));
    await screen.findByText('The message is sent again.');
    expect(app.requests).toContain('POST /api/v2/admin/webhooks/w1/messages/msg_1/redeliver');
  });

  it('adds one, with Embargo only on request, and shows its secret once', async () => {
    await openApp('/admin/webhooks', {
      webhooks: () => [],
      makeWebhook: () => ({ id: 'w1', secret: 'whsec_shown' }),
    });
    await screen.findByText(/There are no webhooks/);
    await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add webhook' });
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Include Embargo' }).checked).toBe(false);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Address/ }), 'https://ci.example.com/hooks');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    const secret = await screen.findByRole('dialog', { name: 'Secret of the webhook at ci.example.com' });
    expect(within(secret).getByRole<HTMLInputElement>('textbox', { name: 'Secret' }).value).toBe('whsec_shown');
  });

  it('sends a test from the menu, and opens the messages', async () => {
    const app = await openApp('/admin/webhooks', {
      webhooks: () => [webhook],
      webhookMessages: () => [],
      testWebhook: () => ({ message: 'A test message is on its way.' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change https://ci.example.com/hooks' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Send a test' }));
    await screen.findByText(/No message yet/);
    await waitFor(() => expect(app.search().get('open')).toBe('w1'));
  });
});
