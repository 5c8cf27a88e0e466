/**
 * Webhooks tell other systems what happens; administrators manage them. Beyond the specification. What is sent follows
 * Standard Webhooks (https://www.standardwebhooks.com).
 */
import { z } from 'zod';
import { WEBHOOK_EVENTS } from './eventNames.ts';
import { route } from './route.ts';
import { Instant, Message } from './words.ts';

const MAX_URL_LENGTH = 2000;

export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

const Events = z.array(WebhookEvent).min(1).max(WEBHOOK_EVENTS.length);

const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  /** also gets events about content that only Embargo has */
  embargo: z.boolean(),
  enabled: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  /** messages that wait to be sent */
  waiting: z.number().int(),
  /** the newest message that was sent or given up; null: none yet */
  last: z.object({ state: z.enum(['delivered', 'failed']), at: Instant, failure: z.string().nullable() }).nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

const WebhookMessage = z.object({
  id: z.string(),
  type: z.string(),
  /** the set or pack that it tells of */
  about: z.string(),
  createdAt: Instant,
  /** `failed`: given up; it can be sent again */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** of the next attempt; null: there is none */
  nextAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** HTTP status of the last answer; null: no answer */
  status: z.number().int().nullable(),
  /** why the last attempt failed, as a sentence */
  failure: z.string().nullable(),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

const WebhookId = z.object({ id: z.string().max(100) });
const MessageId = WebhookId.extend({ messageId: z.string().max(100) });

export const webhookRoutes = {
  webhooks: route({
    method: 'GET',
    path: '/api/v2/admin/webhooks',
    summary: 'The webhooks, oldest first',
    permission: 'admin',
    embargo: 'names',
    answer: z.array(Webhook),
  }),
  makeWebhook: route({
    method: 'POST',
    path: '/api/v2/admin/webhooks',
    summary: 'Tell a server of events from now on; the secret that signs the messages is answered once',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    body: z.object({ url: z.string().trim().min(1).max(MAX_URL_LENGTH), events: Events, embargo: z.boolean() }),
    answer: z.object({ id: z.string(), secret: z.string() }),
  }),
  changeWebhook: route({
    method: 'PUT',
    path: '/api/v2/admin/webhooks/:id',
    summary: 'Change which events a webhook is told, or switch it off and on',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    params: WebhookId,
    body: z.object({ events: Events, embargo: z.boolean(), enabled: z.boolean() }),
    answer: Message,
  }),
  deleteWebhook: route({
    method: 'DELETE',
    path: '/api/v2/admin/webhooks/:id',
    summary: 'Delete a webhook with its log; what waits is not sent',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    params: WebhookId,
    answer: Message,
  }),
  testWebhook: route({
    method: 'POST',
    path: '/api/v2/admin/webhooks/:id/test',
    summary: 'Send a message of the type `webhook.test`',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    params: WebhookId,
    answer: Message,
  }),
  webhookMessages: route({
    method: 'GET',
    path: '/api/v2/admin/webhooks/:id/messages',
    summary: 'The newest 200 messages of a webhook, newest first',
    permission: 'admin',
    embargo: 'names',
    params: WebhookId,
    answer: z.array(WebhookMessage),
  }),
  sendMessageAgain: route({
    method: 'POST',
    path: '/api/v2/admin/webhooks/:id/messages/:messageId/redeliver',
    summary: 'Send a message again, with its id; receivers recognise it by that',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    params: MessageId,
    answer: Message,
  }),
} as const;
