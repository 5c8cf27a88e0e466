/**
 * Names of events. They are apart from the other constants, because only one screen needs them: in one module with those, they
 * would be part of the first load.
 *
 *   WEBHOOK_EVENTS   what webhooks can be told
 *   EVENT_TYPES      what the stream of events tells
 */
export const WEBHOOK_EVENTS = [
  'pack.live',
  'pack.refused',
  'promotion.done',
  'promotion.failed',
  'promotion.stopped',
  'promotions.done',
  'rollback.done',
  'rollback.failed',
  'set.copied',
  'set.renamed',
  'set.deleted',
  'config.changed',
  'job.failed',
] as const;

export const EVENT_TYPES = [...WEBHOOK_EVENTS, 'pack.received', 'job.done'] as const;
