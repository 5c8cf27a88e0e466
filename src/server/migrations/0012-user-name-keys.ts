/**
 * User names are unique without case. Where accounts of a store differ in case only, the local one keeps its name, else the
 * one that was made first; each other one goes on under its name with `-2`, `-3` …, keeps what it uploaded, and the journal
 * says so. Accounts of a proxy are one person whatever case the header has: the others of that name are disabled.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
type AnyDb = Kysely<any>;

interface Account {
  username: string;
  source: string;
  subject: string | null;
  createdAt: number | string;
}

/** As access/names.ts had it then: what is compared stays what was compared. */
const keyOf = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('i\u0307', 'i');

async function rename(db: AnyDb, from: string, to: string): Promise<void> {
  const row = await db.selectFrom('users').selectAll().where('username', '=', from).executeTakeFirstOrThrow();
  const { subject } = row as Account;
  // Sessions and tokens name the account: a new row first, then they move, then the old one goes.
  await db
    .insertInto('users')
    .values({ ...row, username: to, subject: null })
    .execute();
  for (const table of ['sessions', 'apiTokens']) {
    await db.updateTable(table).set({ username: to }).where('username', '=', from).execute();
  }
  await db.updateTable('packs').set({ uploadedBy: to }).where('uploadedBy', '=', from).execute();
  await db.deleteFrom('users').where('username', '=', from).execute();
  await db.updateTable('users').set({ subject }).where('username', '=', to).execute();
}

async function tell(db: AnyDb, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    const { lines } = (await db
      .insertInto('logCounts')
      .values({ dynamic: 0, lines: 1, deleted: 0 })
      .onConflict((conflict) =>
        conflict.column('dynamic').doUpdateSet({ lines: sql`${sql.ref('logCounts.lines')} + 1` }),
      )
      .returning('lines')
      .executeTakeFirstOrThrow()) as { lines: number | string };
    const line = { status: 'WARN', context: 'users', message, who: 'system', dynamic: 0, timestamp: Date.now() };
    const search = `WARN users ${message}`.toLowerCase();
    await db
      .insertInto('logLines')
      .values({ ...line, search, number: Number(lines) })
      .execute();
  }
}

async function up(db: AnyDb): Promise<void> {
  await db.schema.alterTable('users').addColumn('nameKey', 'text').execute();
  const accounts = (await db
    .selectFrom('users')
    .select(['username', 'source', 'subject', 'createdAt'])
    .execute()) as Account[];
  const keepsFirst = (a: Account, b: Account) =>
    Number(b.source === 'local') - Number(a.source === 'local') ||
    Number(a.createdAt) - Number(b.createdAt) ||
    (a.username < b.username ? -1 : 1);
  const taken = new Set(accounts.map(({ username }) => keyOf(username)));
  const messages: string[] = [];
  for (const alike of Map.groupBy(accounts, ({ username }) => keyOf(username)).values()) {
    const [first, ...others] = alike.toSorted(keepsFirst);
    for (const { username, source } of others) {
      let number = 2;
      while (taken.has(keyOf(`${username}-${number}`))) number += 1;
      const name = `${username}-${number}`;
      taken.add(keyOf(name));
      await rename(db, username, name);
      if (source === 'proxy') {
        await db.updateTable('users').set({ disabled: 1, subject: null }).where('username', '=', name).execute();
        await db.deleteFrom('sessions').where('username', '=', name).execute();
      }
      const then = source === 'proxy' ? ' and is disabled: the proxy names one person only' : '';
      messages.push(
        `User ${username} is called ${name} now${then}. The name differed from ${first?.username} in case only.`,
      );
    }
  }
  const rows = (await db.selectFrom('users').select(['username', 'source', 'subject']).execute()) as Account[];
  for (const { username, source, subject } of rows) {
    const proven = source === 'proxy' && subject !== null ? { subject: `proxy ${keyOf(username)}` } : {};
    await db
      .updateTable('users')
      .set({ nameKey: keyOf(username), ...proven })
      .where('username', '=', username)
      .execute();
  }
  await db.schema.createIndex('users_nameKey').unique().on('users').column('nameKey').execute();
  await tell(db, messages);
}

export const userNameKeys: Migration = { up };
