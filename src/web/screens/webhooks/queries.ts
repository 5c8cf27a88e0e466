/**
 * Keys of what the screen of webhooks loads.
 *
 *   WEBHOOKS, messagesKey
 */
export const WEBHOOKS = ['webhooks'] as const;
export const messagesKey = (id: string) => [...WEBHOOKS, id, 'messages'] as const;
