/** How long the log of a webhook keeps messages that are delivered or given up. */
import type { Database } from '../schema.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How many ended messages the log of a webhook keeps, and for how long. */
const RETENTION = { messages: 1000, ms: 30 * DAY_MS };

/** Deletes ended messages that are too old or too many, and those of webhooks that were deleted. */
export async function trimMessages(database: Database): Promise<void> {
  const now = database.clock.now();
  const webhooks = await database.read.selectFrom('webhooks').select('id').execute();
  await database.transaction((trx) =>
    trx
      .deleteFrom('webhookMessages')
      .where((e) =>
        e.or([
          e.and([e('state', '<>', 'waiting'), e('createdAt', '<', now - RETENTION.ms)]),
          e('webhookId', 'not in', e.selectFrom('webhooks').select('id')),
        ]),
      )
      .execute(),
  );
  for (const { id } of webhooks) {
    const oldest = await database.read
      .selectFrom('webhookMessages')
      .select('number')
      .where('webhookId', '=', id)
      .orderBy('number', 'desc')
      .offset(RETENTION.messages)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) continue;
    await database.transaction((trx) =>
      trx
        .deleteFrom('webhookMessages')
        .where('webhookId', '=', id)
        .where('state', '<>', 'waiting')
        .where('number', '<=', oldest.number)
        .execute(),
    );
  }
}
