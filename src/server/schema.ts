/**
 * The tables, as Kysely sees them. Times are epoch milliseconds, JSON is text, booleans are 1 and 0; `search` columns
 * hold normalised lower-case text. migrations/ creates them.
 *
 *   Tables      all of them; `jobs` is the platform's
 *   Database    the database that has them
 */
import type { Generated } from 'kysely';
import type { Database as AnyDatabase } from './platform/database/database.ts';
import type { JobTables } from './platform/jobs/table.ts';

export type Database = AnyDatabase<Tables>;

export interface Tables extends JobTables {
  users: {
    username: string;
    /** the name in the form that is compared; unique */
    nameKey: string;
    passwordHash: string | null;
    roles: string;
    disabled: number;
    source: 'local' | 'oidc' | 'proxy';
    createdAt: number;
    changedAt: number;
    lastSeenAt: Generated<number | null>;
    /** when the previous visit ended */
    previousVisitAt: Generated<number | null>;
    /** issuer and subject of the provider, or the proxy's name for the account; never changes */
    subject: Generated<string | null>;
  };
  sessions: {
    idHash: string;
    username: string;
    csrfToken: string;
    createdAt: number;
    lastSeenAt: number;
    expiresAt: number;
    /** when the user last confirmed the password */
    confirmedAt: Generated<number | null>;
  };
  /** a session's cookies for servers on other hosts, and the one-time codes that hand them over */
  sessionKeys: { keyHash: string; session: string; kind: 'code' | 'cookie'; expiresAt: number };
  /** failed sign-ins: when the budget of a key is full again */
  signInTries: { key: string; until: number };
  /** secrets that all servers share */
  secrets: { name: string; value: string };
  apiTokens: {
    id: string;
    tokenHash: string;
    name: string;
    username: string;
    createdAt: number;
    lastUsedAt: number | null;
    expiresAt: number | null;
    revokedAt: number | null;
    /** JSON; null: everything that the user may do */
    scopes: Generated<string | null>;
  };
  logLines: {
    id: Generated<number>;
    timestamp: number;
    status: string;
    context: string;
    message: string;
    who: string;
    dynamic: number;
    /** position in its log, from 1 without gaps */
    number: number;
    search: string;
  };
  /** lines: the newest number; deleted: numbers up to this one were deleted */
  logCounts: { dynamic: number; lines: number; deleted: Generated<number> };
  packs: {
    /** the order of arrival, counted by the database */
    number: Generated<number>;
    id: string;
    fileName: string;
    /** Nothing reads it, but servers of earlier versions write it, so it cannot be dropped while they run. */
    search: string;
    kind: 'meta' | 'image' | 'static' | 'oneLayer';
    type: string;
    disIds: string;
    sha256: string;
    size: number;
    state: 'received' | 'reading' | 'live' | 'refused' | 'replaced';
    problems: string;
    uploadedBy: string;
    uploadedAt: number;
    liveAt: number | null;
    jobId: string | null;
  };
  snapshots: {
    id: string;
    kind: string;
    content: string;
    createdAt: number;
    /** hash of its meta parts; equal hashes mean equal meta files */
    metaHash: Generated<string>;
    /** hash of its other parts */
    pictureHash: Generated<string>;
  };
  /** the packs that a snapshot has files of */
  snapshotPacks: { snapshotId: string; pack: string };
  refs: { area: string; kind: string; key: string; snapshotId: string; movedAt: number; modifiedAt: number };
  refHistory: {
    id: Generated<number>;
    area: string;
    kind: string;
    key: string;
    fromSnapshot: string | null;
    toSnapshot: string | null;
    movedAt: number;
    who: string;
    reason: string;
    note: string | null;
    /** the ref's date after the move; null: unknown, or the ref was removed */
    modifiedAt: Generated<number | null>;
  };
  /** the last promotion of a set or static pack to an area; promoting only metadata does not count */
  promotions: { area: string; kind: string; key: string; promotedAt: number };
  areaGenerations: { area: string; generation: number };
  globalConfigs: {
    area: string;
    fileName: string;
    kind: string;
    content: string;
    sha256: string;
    uploadedBy: string;
    uploadedAt: number;
  };
  /** content and size: null if the file was deleted */
  configHistory: {
    id: Generated<number>;
    area: string;
    fileName: string;
    action: 'upload' | 'delete' | 'restore';
    content: string | null;
    /** bytes */
    size: number | null;
    at: number;
    who: string;
  };
  derived: {
    kind: string;
    sha256: string;
    blob: string;
    offset: number;
    length: number;
    createdAt: number;
  };
  qualityReports: {
    area: string;
    disId: string;
    contentHash: string;
    report: string;
    madeAt: number;
    errors: Generated<number>;
    warnings: Generated<number>;
    /** of the warnings, those about versions that belong to another set */
    elsewhere: Generated<number>;
  };
  /** one row: when the clock was last checked, and since when it has not jumped */
  clock: { id: number; seenAt: number; steadySince: number };
  /** the generation of an area for which a job that follows the area last ran */
  areaChecks: { job: string; area: string; generation: number };
  /** one row for each set of an area */
  thumbnails: {
    area: string;
    disId: string;
    /** hash of everything that it was made from */
    contentHash: string;
    model: string;
    versions: number;
    /** hash of the picture */
    sha256: string | null;
    /** WebP, in base64 */
    picture: string | null;
    reason: string | null;
  };
  /** booleans are 1 and 0; the secret signs and must be readable */
  webhooks: {
    id: string;
    url: string;
    secret: string;
    events: string;
    embargo: number;
    enabled: number;
    createdBy: string;
    createdAt: number;
  };
  /** calls with an Idempotency-Key (access/idempotency.ts) */
  idempotencyKeys: {
    /** of the key and its account, by HMAC: the key is not stored */
    id: string;
    account: string;
    /** of what was asked, by HMAC */
    fingerprint: string;
    /** the try that makes the call */
    owner: string;
    /** `running`: nothing is changed yet; `worked`: something is; `done`: it was answered */
    state: 'running' | 'worked' | 'done';
    /** epoch milliseconds */
    leaseUntil: number;
    expiresAt: number;
    /** encrypted; null: there is none, or it was too long */
    answer: string | null;
  };
  /** what happened (events/eventLog.ts); numbers grow in the order of the commits */
  events: {
    number: Generated<number>;
    /** random, so that a reader's cursor reveals neither number nor time */
    id: string;
    type: string;
    about: string;
    /** the area that shows its subject; null: only Embargo does */
    shownIn: string | null;
    /** the account whose upload or job it is about */
    owner: string | null;
    /** JSON */
    data: string;
    createdAt: number;
  };
  webhookMessages: {
    number: Generated<number>;
    id: string;
    webhookId: string;
    type: string;
    about: string;
    /** the area that shows its subject; null: only Embargo does */
    shownIn: string | null;
    body: string;
    state: 'waiting' | 'delivered' | 'failed';
    attempts: number;
    createdAt: number;
    giveUpAt: number;
    /** when it is sent next, or, while it is being sent, when another process may; null: it has ended */
    nextAt: number | null;
    endedAt: number | null;
    status: number | null;
    failure: string | null;
    /** W3C traceparent of what the message tells of, where traces are made */
    trace: string | null;
  };
  /** one row: what the measurement of the storage found (administration/storage.ts), as JSON */
  storageReports: { id: number; measurement: string; measuredAt: number; report: string };
  /** bytes of each set and static pack */
  storageSets: {
    measurement: string;
    kind: string;
    key: string;
    /** what each area shows */
    embargo: number;
    preprod: number;
    prod: number;
    /** what any area shows; content that several areas have counts once */
    shown: number;
    /** the part of `shown` that other sets have as well */
    shared: number;
    /** what only older states have that it can be rolled back to */
    older: number;
  };
  /** the packs that could be deleted */
  storagePacks: {
    measurement: string;
    packId: string;
    /** bytes */
    frees: number;
    /** why deleting it frees nothing */
    keptBy: 'history' | 'otherUpload' | null;
  };
}
