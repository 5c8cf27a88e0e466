/** The groups that the OpenAPI document lists its calls in: one for each domain of the contract. */
import type { routesByDomain } from '../../contract/index.ts';

export const TAGS: Readonly<Record<keyof typeof routesByDomain, readonly [name: string, description: string]>> = {
  access: ['Access', 'Signing in, sessions, accounts, API tokens.'],
  administration: ['Administration', 'Health, versions, metrics, caches.'],
  assetProfiles: ['Asset profiles', 'Profiles of the sets in Embargo, and reprocessing by them.'],
  batchJobs: ['Jobs', 'What runs in the background, and how far it is.'],
  catalogue: ['Catalogue', 'Image sets of an area: ids, versions, views, resolutions, layers.'],
  configuration: ['Configuration', 'Features and standard options of a version, and the set that it belongs to.'],
  delivery: [
    'Delivery',
    'Packs: upload and state. Large ones can be sent in parts by tus 1.0.0 at `/api/v2/admin/files/resumable`.',
  ],
  events: ['Events', 'What happened, to read on from a cursor or live as server-sent events.'],
  files: ['Files', 'The file browser.'],
  globalConfigs: ['Global configurations', 'Configuration files of an area and their history.'],
  home: ['Home', 'What waits for whoever is signed in.'],
  journal: ['Logs', 'The two logs.'],
  pictures: ['Pictures', 'Painted pictures.'],
  promotion: ['Promotion', 'Status, promotion, roll back, history, copying and renaming of sets.'],
  quality: ['Quality', 'Quality reports.'],
  staticImages: ['Static images', 'Static pictures: search, files, PDF.'],
  storage: ['Storage', 'What the store holds, and how much room it takes.'],
  thumbnails: ['Thumbnails', 'A small picture and the model of each set.'],
  webhooks: ['Webhooks', 'Other servers that receive events.'],
};
