/**
 * What the parameters of calls and the fields of their bodies mean, by name. Where a name means something else in a call, it
 * stands a second time with the call's name before it. A test finds what is missing, and parses each example.
 *
 *   FIELDS
 */
export interface Field {
  readonly description: string;
  readonly example: unknown;
}

const field = (description: string, example: unknown): Field => ({ description, example });

const WEBHOOK_ID = field('Id of the webhook.', '01a20352-7f96-7000-8123-2a53bf3c12d7');

export const FIELDS: Readonly<Record<string, Field>> = {
  additionalOptions: field('Ids of chosen features, joined by commas.', '0MM00N9V,0MP00NWP'),
  after: field(
    '`cursor` of the last answer: waits up to 20 seconds until something differs.',
    'b3Jr0uXc1yWq8m2ZkPp5Lw',
  ),
  'events.after': field(
    '`cursor` of the last answer, or the id of an event; `0`: the oldest that is kept; absent: from now on.',
    'evt_2f1c5b6e-8d0a-4c55-9a57-3f1d8a5f0e21',
  ),
  against: field('What an entry is compared with: what the area has now, or had before the entry.', 'before'),
  alternativeMessage: field('The other of the two marks that the specification names.', 'status'),
  area: field('The area.', 'preprod'),
  'clearAllCaches.area': field(
    'The area; absent: that of the address. Below the address of an area, only that one.',
    'prod',
  ),
  bodyStyle: field('Two letters of the body style.', 'A5'),
  brand: field('Brand of the static pictures.', '1P'),
  code: field('The one-time code that `hand-over` answered.', 'd1f0c0de'),
  color: field('Id of the colour feature; absent: the standard of the version.', '0MM00N9V'),
  colour: field('Id of the colour feature; absent: the standard of the version.', '0MM00N9V'),
  content: field(
    'Hash of what the thumbnail was made from, from the list of cars; makes the address cacheable.',
    'b1946ac92492d234',
  ),
  country: field('Two letters of ISO 3166-1; 404 if the version is not sold there.', 'DE'),
  current: field('The present password.', 'correct horse battery'),
  days: field('Days until the token expires; null: never.', 90),
  disId: field('Id of the image set.', '1PP2A5xxxxxxxxxx'),
  disabled: field('true: disable the account.', true),
  driverType: field('Side of the steering wheel.', 'LHD'),
  entry: field('Id of an entry of the history.', 17),
  embargo: field('Also tell of what only Embargo has.', false),
  enabled: field('false: nothing is sent until it is switched on again.', true),
  events: field('Types of events to tell of.', ['pack.live']),
  excludeMessage: field('Lines with this mark are left out.', 'status'),
  explicit: field('Only pictures that are about exactly this model, not those of a whole brand.', 'false'),
  familyCode: field('Model of the static pictures, four characters; the specification calls it so.', '1PP2'),
  fileName: field('Name of the file.', 'meta-1PP2A5xxxxxxxxxx.zip'),
  filter: field('Only lines that contain this text.', '1PP2A5'),
  format: field('Format of the picture; takes precedence over `Accept`.', 'webp'),
  scaling: field(
    '`exact`: the layers are blended in their own size and the picture is then scaled. Otherwise layers that are larger than the resolution are scaled one by one, which is quicker.',
    'exact',
  ),
  id: field('Id of the image set.', '1PP2A5xxxxxxxxxx'),
  'revokeToken.id': field('Id of the API token.', '01a20352-7f96-7000-8123-2a53bf3c12d7'),
  'changeWebhook.id': WEBHOOK_ID,
  'deleteWebhook.id': WEBHOOK_ID,
  'testWebhook.id': WEBHOOK_ID,
  'webhookMessages.id': WEBHOOK_ID,
  'sendMessageAgain.id': WEBHOOK_ID,
  jobId: field('Id of the job.', '01a20352-7f96-7000-8123-2a53bf3c12d7'),
  keys: field('Ids of image sets, or names of static packs.', ['1PP2A5xxxxxxxxxx']),
  kind: field('Image sets (`dis`) or static packs (`static`).', 'dis'),
  layers: field('Names of layers, joined by commas.', 'black,wheel-17'),
  log: field('Which of the two logs.', 'general'),
  majorIndicator: field('Major indicator of the model, one character.', 'A'),
  message: field('Only lines with this mark.', 'status'),
  minorIndicator: field('Minor indicator of the model, one character.', '5'),
  messageId: field('Id of the message.', '01a20352-7f96-7000-8123-2a53bf3c12d7'),
  model: field('Model of the static pictures, four characters.', '1PP2'),
  name: field('What it is for.', 'nightly delivery'),
  newestSeen: field('Id of the newest entry that the caller has seen: a change that came after it is not undone.', 16),
  note: field('A note for the history.', 'Model year 27'),
  only: field('`embargo`: rename in Embargo only (administrators).', 'embargo'),
  optionType: field('Type of the static pictures.', 'colors'),
  options: field('Ids of chosen features, joined by commas; the rest is completed with standards.', '0MP00NWP'),
  page: field('Number of the page, from 0.', 0),
  password: field('The password.', 'correct horse battery'),
  path: field('Path in the file browser.', '/embargo/dis/1PP2A5xxxxxxxxxx'),
  returnTo: field('A path of this application to go on at.', '/upload'),
  roles: field('The roles of the account.', ['ROLE_UPLOAD']),
  scopes: field('What the token may do; absent: everything that its user may do.', ['deliver']),
  sha256: field(
    'SHA-256 of the picture, in hexadecimal digits.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  side: field('Before or after the change.', 'after'),
  since: field('Only uploads of then or later.', '2026-11-22T08:00:00.000Z'),
  size: field('Name of the resolution; absent: the first of the asset profile.', 'HD'),
  'log.size': field('Lines of a page.', 20),
  'setSnapshotPicture.size': field('A small one, or one for paper.', 'thumb'),
  'staticSnapshotPicture.size': field('A small one, or one for paper.', 'thumb'),
  'staticPicture.size': field('A small one, or one for paper; absent: the picture itself.', 'thumb'),
  snapshot: field(
    'Id of a state from the history.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  source: field('The area that the content comes from.', 'embargo'),
  target: field('The area that changes.', 'preprod'),
  targetDisId: field('The new id.', '1PP2A7xxxxxxxxxx'),
  trim: field('Id of the trim feature; absent: the standard of the version.', '0P0GFR'),
  type: field('Type of the static pictures.', 'colors'),
  url: field('Address of the receiver.', 'https://ci.example.com/lacquer'),
  username: field('Name of the account.', 'anna'),
  version: field('Id of the version.', '1PP2A5QESFB0A0F4'),
  versionId: field('Id of the version.', '1PP2A5QESFB0A0F4'),
  versionWildcard: field('Id of a version; `x` stands for any character.', '1PP2A5xxxxxxxxxx'),
  view: field('Name of the angle.', '001'),
  viewPort: field('Exterior or interior.', 'exterior'),
  viewport: field('Exterior or interior.', 'exterior'),
  wanted: field('The new password, at least 12 characters.', 'a longer password 27'),
  what: field('`all`, or `metadata`: only the meta files.', 'all'),
  x: field('Pixels from the left.', 640),
  y: field('Pixels from the top.', 360),
};
