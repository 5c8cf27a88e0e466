/** The two logs and the batch summary: each operation has its line and its job, and each line is in one log. */
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, LogLine } from '../../contract/index.ts';
import { recordFailures } from '../platform/testing/recordFailures.ts';
import type { Tables } from '../schema.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { type Line, type Subject, write, writeAlone } from './journal.ts';
import { MAX_MATCHES } from './pages.ts';
import { openLogRetention, trimLogs } from './retention.ts';

interface LogPage {
  items: LogLine[];
  total: number;
  page: number;
  size: number;
  more: boolean;
}

describe.each(databases())('journal on %s', (kind) => {
  let server: TestApp;
  const general = async (query = 'size=1000') =>
    (await server.call('GET', `/api/v2/admin/log?${query}`)).json<LogPage>();
  const specific = async (query = 'message=DynamicImageSet&alternativeMessage=Corvet') =>
    (await server.call('GET', `/api/v2/admin/getspecificlog?${query}`)).json<LogLine[]>();
  const batch = async () => (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
  const say = (message: string, context = 'test', about?: Subject) =>
    writeAlone(server.database, { status: 'INFO', context, message, who: 'system', ...(about && { about }) });

  /** @param last number of the newest line of the general log before them */
  const insertGeneral = (rows: readonly Insertable<Tables['logLines']>[], last: number) =>
    server.database.transaction(async (trx) => {
      for (let at = 0; at < rows.length; at += 500) {
        await trx
          .insertInto('logLines')
          .values(rows.slice(at, at + 500))
          .execute();
      }
      await trx
        .updateTable('logCounts')
        .set({ lines: last + rows.length })
        .where('dynamic', '=', 0)
        .execute();
    });

  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('a pack that goes live: received, live, and a completed job', async () => {
    const name = `meta-${SET}.zip`;
    await server.deliver(name, await metaZip());
    const about = (await specific()).filter((line) => line.message.includes(name));
    expect(about.map(({ status, context, message }) => ({ status, context, message }))).toEqual([
      {
        status: 'INFO',
        context: 'delivery',
        message: `DynamicImageSet pack ${name} is live in Embargo. Sets: ${SET}.`,
      },
      {
        status: 'INFO',
        context: 'upload',
        message: expect.stringMatching(
          new RegExp(`^DynamicImageSet pack ${name} received: \\d+ bytes, sha256 [0-9a-f]{64}\\.$`),
        ),
      },
    ]);
    const job = (await batch()).find((row) => row.function === `Read ${name}`);
    expect(job).toMatchObject({ jobName: 'readPack', jobStatus: 'COMPLETED', progress: 100, failure: null });
    const [created, started, stopped] = [job?.createdAt, job?.startedAt, job?.stoppedAt].map((t) =>
      Date.parse(t ?? ''),
    );
    expect(created).toBeLessThanOrEqual(started ?? Number.NaN);
    expect(started).toBeLessThanOrEqual(stopped ?? Number.NaN);
  });

  it('a refused pack: a line for each problem, and a failed job with the first one', async () => {
    const name = `image-ext-${SET}.zip`;
    await server.deliver(
      name,
      await zipOf({ '001/a.png': 'x', '001/b.png': 'y', '001/good.png': await plain([1, 2, 3, 4]) }),
    );
    const lines = (await specific()).filter((line) => line.message.includes(name) && line.status === 'ERROR');
    expect(lines.map((line) => line.message)).toEqual([
      `DynamicImageSet pack ${name} 001/b.png: this is not a PNG`,
      `DynamicImageSet pack ${name} 001/a.png: this is not a PNG`,
      `DynamicImageSet pack ${name} refused: 2 problems.`,
    ]);
    await expect
      .poll(async () => (await batch()).find((row) => row.function === `Read ${name}`))
      .toMatchObject({ jobStatus: 'FAILED', failure: 'Refused: 2 problems. 001/a.png: this is not a PNG' });
  });

  it('spec 001 §7: static packs are in the general log', async () => {
    await server.deliver('static_1.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
    const messages = (await general()).items.map((line) => line.message);
    expect(messages).toContain('Static image pack static_1.zip is live in Embargo.');
    expect((await specific()).some((line) => line.message.includes('static_1.zip'))).toBe(false);
  });

  it('spec 000 §7: the two logs split every line between them, by what it is about and not by its text', async () => {
    await say('a', 'split', 'imageSets');
    await say('version b', 'split', 'mapping');
    // Names that people choose, such as file names, do not decide the log.
    const others = ['DynamicImageSet.xml uploaded', 'the file Corvet deleted', 'nothing'];
    for (const message of others) await say(message, 'split');
    const mine = (lines: readonly LogLine[]) =>
      lines.filter((line) => line.context === 'split').map((line) => line.message);
    expect(mine(await specific())).toEqual(['Corvet: version b', 'DynamicImageSet a']);
    const query = 'excludeMessage=DynamicImageSet&alternativeMessage=Corvet&size=1000';
    expect(mine((await general(query)).items)).toEqual([...others].reverse());

    const rows = await server.database.read.selectFrom('logLines').select(['dynamic', 'message']).execute();
    const dynamic = rows.filter((row) => row.dynamic === 1);
    expect(dynamic.filter(({ message }) => !/^(DynamicImageSet |Corvet: )/.test(message))).toEqual([]);
    expect((await general()).total).toBe(rows.length - dynamic.length);
    expect(await specific()).toHaveLength(dynamic.length);
  });

  it('pages of the general log follow each other without a gap, newest first', async () => {
    for (let i = 0; i < 45; i += 1) await say(`page line ${i}`, 'pages');
    const whole = (await general()).items;
    expect(whole.map((line) => Date.parse(line.timestamp))).toEqual(
      whole.map((line) => Date.parse(line.timestamp)).sort((a, b) => b - a),
    );
    const pages: LogLine[] = [];
    for (let page = 0; pages.length < whole.length; page += 1) {
      const answer = await general(`page=${page}&size=20`);
      expect([answer.total, answer.page, answer.size]).toEqual([whole.length, page, 20]);
      expect(answer.items.length).toBeGreaterThan(0);
      pages.push(...answer.items);
    }
    expect(pages).toEqual(whole);
    expect((await general('page=999&size=100')).items).toEqual([]);
  });

  it.each(['page=-1', 'size=0', 'size=1001', 'page=x', 'excludeMessage=other'])(
    'the query %s is 400',
    async (query) => {
      expect((await server.call('GET', `/api/v2/admin/log?${query}`)).statusCode).toBe(400);
    },
  );

  it('the dynamic image log ends after the newest 1,000 lines', async () => {
    await server.database.transaction(async (trx) => {
      for (let i = 0; i < 1010; i += 1) {
        await write(trx, { status: 'INFO', context: 'many', about: 'mapping', message: `line ${i}`, who: 'system' });
      }
    });
    const lines = await specific();
    expect(lines).toHaveLength(1000);
    expect(lines[0]?.message).toBe('Corvet: line 1009');
    expect(lines.at(-1)?.message).toBe('Corvet: line 10');
  });

  it('a line stays one line, whatever a name contains', async () => {
    await say('first\nsecond\r\u2028third\u0000end', 'control');
    const line = (await general()).items.find((one) => one.context === 'control');
    expect(line?.message).toBe('first second third end');
  });

  it('the batch summary has the newest first, each job once', async () => {
    const rows = await batch();
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.map((row) => row.id)).toEqual(
      rows
        .map((row) => row.id)
        .sort()
        .reverse(),
    );
    expect(rows.map((row) => row.function)).toEqual(
      ['static_1.zip', `image-ext-${SET}.zip`, `meta-${SET}.zip`].map((name) => `Read ${name}`),
    );
  });

  it('A 2: a failed job is run again on request, once, with a line; not over a later one', async () => {
    const failed = (await batch()).find((row) => row.jobStatus === 'FAILED');
    const path = (id: string | undefined) => `/api/v2/admin/batch/${id}/retry`;
    const answers = await Promise.all([1, 2].map(() => server.call('POST', path(failed?.id))));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    await expect
      .poll(async () => (await batch()).find((row) => row.id === failed?.id))
      .toMatchObject({ jobStatus: 'FAILED', failure: failed?.failure });
    const lines = (await general()).items.filter((line) => line.message.endsWith('had failed and runs again.'));
    expect(lines.map((line) => line.message)).toEqual([`Job "Read image-ext-${SET}.zip" had failed and runs again.`]);
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/c.png': 'x' }));
    await expect.poll(async () => (await batch()).filter((row) => row.jobStatus === 'FAILED').length).toBe(2);
    expect((await server.call('POST', path(failed?.id))).statusCode).toBe(409);
    expect((await server.call('POST', path('none'))).statusCode).toBe(404);
  });

  it('A 2: the filter finds any text ignoring case, page by page, and counts the matches', async () => {
    for (let i = 0; i < 23; i += 1) await say(`Needle_50% "q" ${i}`, 'filter');
    await say('Needle-50x "q"', 'filter');
    await say('Needle_50% "q"', 'filter', 'mapping');
    const filter = encodeURIComponent('nEEdle_50% "Q"');
    const first = await general(`filter=${filter}&size=20`);
    expect([first.total, first.items.length]).toEqual([23, 20]);
    expect(first.items[0]?.message).toBe('Needle_50% "q" 22');
    const second = await general(`filter=${filter}&size=20&page=1`);
    expect(second.items.map((line) => line.message)).toEqual([2, 1, 0].map((i) => `Needle_50% "q" ${i}`));
    expect((await general('filter=no such text')).total).toBe(0);
    expect((await server.call('GET', '/api/v2/admin/log?filter=ab')).statusCode).toBe(400);
  });

  it('A 2: a filter with more matches than are counted says so', async () => {
    const last = (await general('size=1')).total;
    const rows = Array.from({ length: MAX_MATCHES + 1 }, (_, i) => ({
      timestamp: Date.now(),
      status: 'INFO',
      context: 'abundant',
      message: `line ${i}`,
      who: 'system',
      dynamic: 0,
      number: last + 1 + i,
      search: `info abundant line ${i}`,
    }));
    await insertGeneral(rows, last);
    const found = await general('filter=abundant&page=499&size=20');
    expect(found).toMatchObject({ total: MAX_MATCHES, more: true });
    expect(found.items.at(-1)?.message).toBe('line 1');
    expect(await general('filter=abundant line 7777')).toMatchObject({ total: 1, more: false });
  });

  it('A 2: level and time filter the general log, alone, together and with a text, however many lines there are', async () => {
    const [old, day] = [Date.UTC(2001, 0, 5, 12), 24 * 3600 * 1000];
    const at = (ms: number) => new Date(ms).toISOString();
    const last = (await general('size=1')).total;
    // Frequent lines of one level and one day, and among them rare ones, one of them older than all that are counted.
    const rows = Array.from({ length: 2 * MAX_MATCHES }, (_, i) => {
      const rare = i === 0 || i % 5000 === 7;
      const status = rare ? 'ERROR' : 'WARN';
      const context = 'levels';
      const message = `${rare ? 'rare' : 'frequent'} ${i}`;
      const search = `${status} ${context} ${message} system`.toLowerCase();
      return { timestamp: old + i, status, context, message, who: 'system', dynamic: 0, number: last + 1 + i, search };
    });
    await insertGeneral(rows, last);
    const rare = ['rare 15007', 'rare 10007', 'rare 5007', 'rare 7', 'rare 0'];
    const [sinceOld, beforeNext] = [`since=${at(old)}`, `before=${at(old + day)}`];
    const textsOf = async (query: string) => {
      const { items, total, more } = await general(query);
      return { texts: items.map(({ message }) => message), total, more };
    };
    expect(await textsOf(`level=ERROR&${sinceOld}&${beforeNext}`)).toEqual({ texts: rare, total: 5, more: false });
    expect(await textsOf(`level=ERROR&${beforeNext}&size=2&page=1`)).toEqual({
      ...{ texts: rare.slice(2, 4), total: 5, more: false },
    });
    // The text is frequent, the level is not; and the other way round.
    expect(await textsOf(`level=ERROR&filter=LEVELS&${beforeNext}`)).toEqual({ texts: rare, total: 5, more: false });
    expect(await textsOf(`level=WARN&filter=frequent 12&size=1&${beforeNext}`)).toMatchObject({
      texts: ['frequent 12999'],
      more: false,
    });
    // Both are frequent: as many as are counted, and a word that there are more.
    expect(await textsOf(`level=WARN&filter=levels&size=1`)).toEqual({
      ...{ texts: [`frequent ${2 * MAX_MATCHES - 1}`], total: MAX_MATCHES, more: true },
    });
    expect(await textsOf(`${sinceOld}&before=${at(old + 3)}`)).toMatchObject({
      texts: ['frequent 2', 'frequent 1', 'rare 0'],
    });
    expect(await textsOf(`${sinceOld}&${beforeNext}&size=1`)).toMatchObject({ total: MAX_MATCHES, more: true });
    expect(await textsOf(`${beforeNext}&level=INFO`)).toEqual({ texts: [], total: 0, more: false });

    const saved = async (query: string) =>
      (await server.call('GET', `/api/v2/admin/log/download?${query}`)).body.split('\n').filter((text) => text !== '');
    expect(await saved(`level=ERROR&${beforeNext}`)).toHaveLength(5);
    expect(await saved(`level=ERROR&filter=levels`)).toHaveLength(5);
    expect(new Set(await saved(`${sinceOld}&${beforeNext}`)).size).toBe(rows.length);
    for (const query of ['level=DEBUG', 'since=yesterday']) {
      expect((await server.call('GET', `/api/v2/admin/log?${query}`)).statusCode).toBe(400);
    }
    const dynamic = await server.call('GET', '/api/v2/admin/log/download?log=dynamic&level=ERROR');
    expect(dynamic.statusCode).toBe(400);
  });

  it('A 2: a rare level and a day are found in an index, so that their lines are not looked for in all others', async () => {
    const plan = async (where: string) => {
      const query = `select "number" from "logLines" where "dynamic" = 0 and ${where}
        order by "timestamp" desc, "number" desc limit 10001`;
      if (kind === 'sqlite') {
        const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(
          server.database.background,
        );
        return rows.map(({ detail }) => detail).join('\n');
      }
      await sql`analyze "logLines"`.execute(server.database.background);
      const { rows } = await sql<Record<string, string>>`explain ${sql.raw(query)}`.execute(server.database.background);
      return rows.map((row) => Object.values(row).join(' ')).join('\n');
    };
    for (const [where, index] of [
      [`"status" = 'ERROR'`, 'logLines_status'],
      [`"timestamp" >= 1 and "timestamp" < 2`, 'logLines_timestamp'],
    ] as const) {
      const text = await plan(where);
      expect(text).toContain(index);
      expect(text).not.toMatch(/TEMP B-TREE|Sort/);
    }
  });

  it('A 2: a log is downloaded as JSON lines, whole or filtered', async () => {
    const lines = async (query: string) =>
      (await server.call('GET', `/api/v2/admin/log/download?${query}`)).body
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text) as LogLine);
    const whole = await lines('log=general');
    expect(whole).toHaveLength((await general('size=1')).total);
    expect(whole.slice(0, 1000)).toEqual((await general()).items);
    expect((await lines('log=dynamic')).slice(0, 1000)).toEqual(await specific());
    expect(await lines('filter=needle_50')).toHaveLength(23);
    expect((await lines('filter=abundant')).length).toBe(MAX_MATCHES + 1);
  });

  it('lines of simultaneous writers are numbered without gaps', async () => {
    const before = (await general('size=1')).total;
    await Promise.all(Array.from({ length: 40 }, (_, i) => say(`at once ${i}`, 'at once')));
    const after = await general('size=40');
    expect(after.total).toBe(before + 40);
    expect(new Set(after.items.map((line) => line.message)).size).toBe(40);
  });

  it('an open transaction does not block other writers, whatever order it writes the logs in', async () => {
    const lineOf = (message: string): Line => ({
      status: 'INFO',
      context: 'crosswise',
      ...(message.startsWith('mapping') && { about: 'mapping' }),
      message,
      who: 'system',
    });
    const before = (await general('size=1')).total;
    let runs = 0;
    // On SQLite transactions run one after the other, so nothing can wait.
    let wrote = 0;
    const both = async () => {
      if (kind === 'postgres') await expect.poll(() => wrote).toBeGreaterThanOrEqual(2);
    };
    const crosswise = (first: string, second: string) =>
      server.database.transaction(async (trx) => {
        runs += 1;
        await write(trx, lineOf(first));
        wrote += 1;
        await both();
        await write(trx, lineOf(second));
      });
    await Promise.all([crosswise('mapping a', 'general b'), crosswise('general c', 'mapping d')]);
    // A deadlock would have been broken by running one of them again.
    expect(runs).toBe(2);
    expect((await general('size=1')).total).toBe(before + 2);
    const dynamic = (await specific()).filter((line) => line.context === 'crosswise');
    expect(dynamic.map((line) => line.message).sort()).toEqual(['Corvet: mapping a', 'Corvet: mapping d']);
  });

  it('a rolled-back transaction leaves no line and no gap', async () => {
    const before = (await general('size=1')).total;
    const broken = server.database.transaction(async (trx) => {
      await write(trx, { status: 'INFO', context: 'broken', message: 'never happened', who: 'system' });
      throw new Error('stop here');
    });
    await expect(broken).rejects.toThrow('stop here');
    await say('after it', 'broken');
    const { total, items } = await general('size=1');
    expect([total, items[0]?.message]).toEqual([before + 1, 'after it']);
  });

  it('repeatedly refused calls leave one line of limited length', async () => {
    const ask = () => server.call('GET', '/api/v2/admin/tokens', { as: ['ROLE_TEST'] });
    for (let i = 0; i < 20; i += 1) expect((await ask()).statusCode).toBe(403);
    const refused = (await general()).items.filter(({ message }) => message.includes('/api/v2/admin/tokens'));
    expect(refused.map(({ message }) => message)).toEqual(['Refused: GET /api/v2/admin/tokens']);
    const long = 'x'.repeat(100_000);
    await writeAlone(server.database, { status: 'INFO', context: long, message: long, who: long });
    const rows = server.database.read.selectFrom('logLines').selectAll().orderBy('id', 'desc').limit(1);
    const line = await rows.executeTakeFirstOrThrow();
    expect([line.context.length, line.message.length, line.who.length]).toEqual([200, 4000, 200]);
  });

  it('the retention job is enqueued only when there are lines to delete', async () => {
    const jobs = async () => {
      const rows = await server.database.read.selectFrom('jobs').select('id').where('name', '=', 'trimLogs').execute();
      return rows.length;
    };
    const look = async (keep: { days: number; lines: number }) => {
      await openLogRetention({ database: server.database, limits: keep }).watch(recordFailures().trouble)();
    };
    const { lines } = await server.database.read
      .selectFrom('logCounts')
      .select('lines')
      .where('dynamic', '=', 0)
      .executeTakeFirstOrThrow();
    await look({ days: 1, lines: Number(lines) + 10_000 });
    expect(await jobs()).toBe(0);
    await look({ days: 0, lines: Number(lines) - 1 });
    expect(await jobs()).toBe(1);
  });

  it('retention deletes the oldest lines; pages and filters follow at once', async () => {
    const whole = await general('size=50');
    await trimLogs(server.database, { days: 0, lines: 45 }, Date.now());
    expect((await general('size=50')).items).toEqual(whole.items.slice(0, 45));
    expect(await general('size=20&page=2')).toMatchObject({ total: 45, items: whole.items.slice(40, 45) });
    expect((await general('filter=abundant')).total).toBeLessThan(45);
    expect((await specific()).length).toBe(45);
    expect(await trimLogs(server.database, { days: 1, lines: 0 }, Date.now())).toBe(0);
    expect(await trimLogs(server.database, { days: 1, lines: 0 }, Date.now() + 2 * 24 * 3600 * 1000)).toBe(90);
    expect(await general()).toMatchObject({ total: 0, items: [] });
    await say('after all', 'retention');
    expect((await general()).items.map((line) => line.message)).toEqual(['after all']);
  });
});
