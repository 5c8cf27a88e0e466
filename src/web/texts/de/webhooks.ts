/** German for webhooks.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../webhooks.ts';

export const webhookTexts: Texts<typeof english.webhookTexts> = {
  title: 'Webhooks',
  add: 'Webhook hinzufügen',
  load: 'Laden der Webhooks',

  events: {
    'pack.live': 'Paket live',
    'pack.refused': 'Paket abgelehnt',
    'promotion.done': 'Freigabe erledigt',
    'promotion.failed': 'Freigabe fehlgeschlagen',
    'promotion.stopped': 'Freigabe angehalten',
    'promotions.done': 'Auftrag mit vielen Freigaben beendet',
    'rollback.done': 'Zurückgerollt',
    'rollback.failed': 'Zurückrollen fehlgeschlagen',
    'set.copied': 'Bildsatz kopiert',
    'set.renamed': 'Bildsatz umbenannt',
    'set.deleted': 'Bildsatz gelöscht',
    'config.changed': 'Globale Konfiguration geändert',
    'job.failed': 'Auftrag fehlgeschlagen',
    'webhook.test': 'Test',
  },

  table: {
    label: 'Webhooks',
    filter: 'Webhooks filtern',
    empty:
      'Es gibt keinen Webhook. Ein Webhook sagt einem anderen Server, etwa einer Pipeline, wann ein Paket live oder eine Freigabe erledigt ist.',
    address: 'Adresse',
    events: 'Ereignisse',
    embargo: 'Embargo',
    embargoYes: 'eingeschlossen',
    embargoNo: 'nicht eingeschlossen',
    state: 'Status',
    on: 'an',
    off: 'aus',
    waiting: 'Wartend',
    last: 'Letzte Nachricht',
    never: 'noch keine',
    delivered: (date) => `zugestellt ${date}`,
    failed: (date) => `fehlgeschlagen ${date}`,
    change: 'Ändern',
    changeOne: (url) => `${url} ändern`,
  },
  menu: {
    test: 'Test senden',
    change: 'Ändern …',
    off: 'Ausschalten',
    on: 'Einschalten',
    delete: 'Löschen …',
    isOff: 'Er ist ausgeschaltet.',
  },
  testAction: 'Senden eines Tests',

  dialog: {
    addTitle: 'Webhook hinzufügen',
    changeTitle: (url) => `${url} ändern`,
    add: 'Hinzufügen',
    save: 'Speichern',
    addAction: 'Hinzufügen des Webhooks',
    changeAction: 'Ändern des Webhooks',
    note: 'Lacquer sendet eine signierte Nachricht an diese Adresse, wenn eines der Ereignisse eintritt, und versucht es einen Tag lang, bis sie angenommen wird.',
    url: 'Adresse',
    urlHelp: 'Etwa https://ci.example.com/hooks. Private Adressen erlaubt LACQUER_WEBHOOK_NETWORKS auf dem Server.',
    urlMissing: 'Geben Sie eine Adresse ein.',
    events: 'Ereignisse',
    eventsMissing: 'Wählen Sie ein Ereignis.',
    embargo: 'Embargo einschließen',
    embargoHelp:
      'Nachrichten nennen dann auch Bildsets und Pakete, die nur Embargo hat. Sonst melden sie nur, was in Pre-Prod und Prod freigegeben oder zurückgerollt wird.',
    secret: (host) => `Geheimnis des Webhooks bei ${host}`,
  },
  delete: {
    title: (url) => `Löschen: ${url}`,
    confirm: 'Löschen',
    action: 'Löschen des Webhooks',
    note: (waiting) =>
      waiting === 0
        ? 'Auch sein Protokoll wird gelöscht.'
        : `Auch sein Protokoll wird gelöscht. ${waiting === 1 ? 'Eine wartende Nachricht wird' : `${waiting} wartende Nachrichten werden`} nicht gesendet.`,
  },

  log: {
    label: (url) => `Nachrichten an ${url}`,
    loading: 'Nachrichten werden geladen …',
    load: 'Laden der Nachrichten',
    none: 'Noch keine Nachricht. Ein Test zeigt, ob die Adresse funktioniert.',
    when: 'Wann',
    event: 'Ereignis',
    about: 'Betrifft',
    result: 'Ergebnis',
    delivered: (attempts) => (attempts === 1 ? 'zugestellt' : `zugestellt nach ${attempts} Versuchen`),
    waiting: 'wartet',
    again: (date) => `nächster Versuch ${date}`,
    failed: 'aufgegeben',
    send: 'Erneut senden',
    sendOne: (about) => `Die Nachricht über ${about} erneut senden`,
    sendAction: 'Erneutes Senden',
  },
};
