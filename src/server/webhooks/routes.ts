/** The calls of webhooks. */
import type { webhookRoutes } from '../../contract/webhooks.ts';
import type { Handlers } from '../handlers.ts';
import type { Database } from '../schema.ts';
import type { Targets } from './targets.ts';
import {
  changeWebhook,
  deleteWebhook,
  listMessages,
  listWebhooks,
  makeWebhook,
  sendAgain,
  testWebhook,
} from './webhooks.ts';

export function webhookHandlers(stores: { database: Database; targets: Targets }): Handlers<typeof webhookRoutes> {
  const { database } = stores;
  return {
    webhooks: () => listWebhooks(database),
    makeWebhook: ({ body, caller }) => makeWebhook(stores, body, caller.username),
    changeWebhook: async ({ params, body, caller }) => {
      await changeWebhook(database, params.id, body, caller.username);
      return { message: body.enabled ? 'The webhook was changed.' : 'The webhook was switched off.' };
    },
    deleteWebhook: async ({ params, caller }) => {
      await deleteWebhook(database, params.id, caller.username);
      return { message: 'The webhook was deleted.' };
    },
    testWebhook: async ({ params, caller }) => {
      await testWebhook(database, params.id, caller.username);
      return { message: 'A test message is on its way. The log shows the result.' };
    },
    webhookMessages: ({ params }) => listMessages(database, params.id),
    sendMessageAgain: async ({ params, caller }) => {
      await sendAgain(database, params.id, params.messageId, caller.username);
      return { message: 'The message is sent again.' };
    },
  };
}
