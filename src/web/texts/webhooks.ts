/**
 * Texts of Webhooks (beyond the specification).
 *
 *   webhookTexts
 */
import { counted } from '../ui/numbers.ts';

export const webhookTexts = {
  title: 'Webhooks',
  add: 'Add webhook',
  load: 'load webhooks',

  events: {
    'pack.live': 'Pack live',
    'pack.refused': 'Pack refused',
    'promotion.done': 'Promotion done',
    'promotion.failed': 'Promotion failed',
    'promotion.stopped': 'Promotion stopped',
    'promotions.done': 'All promotions of a request finished',
    'rollback.done': 'Roll back done',
    'rollback.failed': 'Roll back failed',
    'set.copied': 'Set copied',
    'set.renamed': 'Set renamed',
    'set.deleted': 'Set deleted',
    'config.changed': 'Global configuration changed',
    'job.failed': 'Job failed',
    'webhook.test': 'Test',
  },

  table: {
    label: 'Webhooks',
    filter: 'Filter webhooks',
    empty:
      'There are no webhooks. A webhook tells another server, such as a pipeline, when a pack is live or a promotion is done.',
    address: 'Address',
    events: 'Events',
    embargo: 'Embargo',
    embargoYes: 'included',
    embargoNo: 'not included',
    state: 'State',
    on: 'on',
    off: 'off',
    waiting: 'Waiting',
    last: 'Last message',
    never: 'none yet',
    delivered: (date: string) => `delivered ${date}`,
    failed: (date: string) => `failed ${date}`,
    change: 'Change',
    changeOne: (url: string) => `Change ${url}`,
  },
  menu: {
    test: 'Send a test',
    change: 'Change …',
    off: 'Switch off',
    on: 'Switch on',
    delete: 'Delete …',
    isOff: 'It is switched off.',
  },
  testAction: 'send a test',

  dialog: {
    addTitle: 'Add webhook',
    changeTitle: (url: string) => `Change ${url}`,
    add: 'Add',
    save: 'Save',
    addAction: 'add the webhook',
    changeAction: 'change the webhook',
    note: 'Lacquer sends a signed message to this address when one of the events happens, and retries for a day until it is accepted.',
    url: 'Address',
    urlHelp: 'Such as https://ci.example.com/hooks. Private addresses need LACQUER_WEBHOOK_NETWORKS on the server.',
    urlMissing: 'Type an address.',
    events: 'Events',
    eventsMissing: 'Choose an event.',
    embargo: 'Include Embargo',
    embargoHelp:
      'Messages then name sets and packs that only Embargo has. Otherwise they tell only of promotions and roll backs of Pre-Prod and Prod.',
    secret: (host: string) => `Secret of the webhook at ${host}`,
  },
  delete: {
    title: (url: string) => `Delete: ${url}`,
    confirm: 'Delete',
    action: 'delete the webhook',
    note: (waiting: number) =>
      waiting === 0
        ? 'Its log is deleted, too.'
        : `Its log is deleted, too. ${counted(waiting, 'waiting message is', 'waiting messages are')} not sent.`,
  },

  log: {
    label: (url: string) => `Messages to ${url}`,
    loading: 'Loading messages …',
    load: 'load messages',
    none: 'No message yet. A test shows whether the address works.',
    when: 'When',
    event: 'Event',
    about: 'About',
    result: 'Result',
    delivered: (attempts: number) => (attempts === 1 ? 'delivered' : `delivered after ${attempts} attempts`),
    waiting: 'waiting',
    again: (date: string) => `next attempt ${date}`,
    failed: 'given up',
    send: 'Send again',
    sendOne: (about: string) => `Send the message about ${about} again`,
    sendAction: 'send the message again',
  },
};
