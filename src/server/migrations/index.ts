/** The migrations by name, in order. A landed one is never changed; a new one is added at the end. */
import type { Migration } from 'kysely/migration';
import { first } from './0001-first.ts';
import { derivedBundles } from './0002-derived-bundles.ts';
import { qualityReports } from './0003-quality-reports.ts';
import { usersSeen } from './0004-users-seen.ts';
import { logNumbers } from './0005-log-numbers.ts';
import { sessionsConfirmed } from './0006-sessions-confirmed.ts';
import { jobsStopped } from './0007-jobs-stopped.ts';
import { numbers } from './0008-numbers.ts';
import { clock } from './0009-clock.ts';
import { userNameKeys } from './0012-user-name-keys.ts';
import { signInTries } from './0013-sign-in-tries.ts';
import { snapshotPacks } from './0015-snapshot-packs.ts';
import { configHistory } from './0016-config-history.ts';
import { contentStates } from './0017-content-states.ts';
import { sessionKeys } from './0017-session-keys.ts';
import { indexesForManyRows } from './0018-indexes-for-many-rows.ts';
import { configHistoryAction } from './0023-config-history-action.ts';
import { thumbnails } from './0030-thumbnails.ts';
import { jobItems } from './0031-job-items.ts';
import { qualityCounts } from './0032-quality-counts.ts';
import { storage } from './0033-storage.ts';
import { tokenScopes } from './0034-token-scopes.ts';
import { home } from './0038-home.ts';
import { webhooks } from './0039-webhooks.ts';
import { events } from './0040-events.ts';
import { traces } from './0041-traces.ts';
import { idempotencyKeys } from './0042-idempotency-keys.ts';
import { logFilters } from './0044-log-filters.ts';

export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-derived-bundles': derivedBundles,
  '0003-quality-reports': qualityReports,
  '0004-users-seen': usersSeen,
  '0005-log-numbers': logNumbers,
  '0006-sessions-confirmed': sessionsConfirmed,
  '0007-jobs-stopped': jobsStopped,
  '0008-numbers': numbers,
  '0009-clock': clock,
  '0012-user-name-keys': userNameKeys,
  '0013-sign-in-tries': signInTries,
  '0015-snapshot-packs': snapshotPacks,
  '0016-config-history': configHistory,
  '0017-content-states': contentStates,
  '0017-session-keys': sessionKeys,
  '0018-indexes-for-many-rows': indexesForManyRows,
  '0023-config-history-action': configHistoryAction,
  '0030-thumbnails': thumbnails,
  '0031-job-items': jobItems,
  '0032-quality-counts': qualityCounts,
  '0033-storage': storage,
  '0034-token-scopes': tokenScopes,
  '0038-home': home,
  '0039-webhooks': webhooks,
  '0040-events': events,
  '0041-traces': traces,
  '0042-idempotency-keys': idempotencyKeys,
  '0044-log-filters': logFilters,
};
