/** Callers that wait for changes of jobs are answered at once, and learn only that something has changed (A 2). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue } from '../platform/jobs/jobs.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

describe.each(databases())('changes of jobs on %s', (kind) => {
  let server: TestApp;
  const UPLOADER = { as: ['ROLE_UPLOAD'] as const };
  const ask = async (after?: string) => {
    const query = after === undefined ? '' : `?after=${after}`;
    const answer = await server.call('GET', `/api/v2/admin/batch/changes${query}`, UPLOADER);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ cursor: string }>();
  };

  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('answers at once without a cursor, and with an old one', async () => {
    expect(await ask()).toEqual(await ask('over'));
  });

  it('answers with nothing but a cursor when a job is created and when it ends', async () => {
    const { cursor } = await ask();
    let heard = false;
    const waiting = ask(cursor).then((answer) => {
      heard = true;
      return answer;
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(heard).toBe(false);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const next = await waiting;
    expect(next.cursor).not.toBe(cursor);
    expect(Object.keys(next)).toEqual(['cursor']);
  });

  it('notices jobs of another process', async () => {
    const { cursor } = await ask();
    const waiting = ask(cursor);
    // No worker here handles it, and nothing in this process announces it.
    await server.database.transaction((trx) =>
      enqueue(trx, { name: 'elsewhere', function: 'Elsewhere', payload: {}, createdBy: 'somebody' }),
    );
    expect((await waiting).cursor).not.toBe(cursor);
  });

  it('notices a job that was run again and ended between two polls', async () => {
    const { cursor } = await ask();
    await server.database.transaction(async (trx) => {
      const { id } = await trx
        .selectFrom('jobs')
        .select('id')
        .where('stoppedAt', 'is not', null)
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('jobs')
        .set({ stoppedAt: Date.now() + 1 })
        .where('id', '=', id)
        .execute();
    });
    expect((await ask(cursor)).cursor).not.toBe(cursor);
  });

  it('shows the progress of packs that are being read', async () => {
    const [pack] = (await server.call('GET', '/api/v2/admin/files', UPLOADER)).json<{ progress?: number }[]>();
    expect(pack?.progress).toBeUndefined();
    const trx = (state: string, packState: string) =>
      server.database.transaction(async (t) => {
        await t
          .updateTable('jobs')
          .set({ state: state as 'STARTED', progress: 43, leaseUntil: Date.now() + 60_000 })
          .where('name', '=', 'readPack')
          .execute();
        await t
          .updateTable('packs')
          .set({ state: packState as 'reading' })
          .execute();
      });
    await trx('STARTED', 'reading');
    const [reading] = (await server.call('GET', '/api/v2/admin/files', UPLOADER)).json<{ progress?: number }[]>();
    expect(reading?.progress).toBe(43);
    await trx('COMPLETED', 'live');
  });

  it('closing does not wait for waiting callers', async () => {
    const other = await startTestApp(kind);
    const { token, cookie } = await other.signIn(['ROLE_UPLOAD']);
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const get = (query: string) =>
      fetch(`${address}/api/v2/admin/batch/changes${query}`, { headers: { cookie, 'x-csrf-token': token } });
    const { cursor } = (await (await get('')).json()) as { cursor: string };
    const waiting = get(`?after=${cursor}`).then(
      (answer) => answer.status,
      () => 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    let ended = false;
    const stopping = other.stop().then(() => {
      ended = true;
    });
    expect([200, 0]).toContain(await waiting);
    await stopping;
    expect(ended).toBe(true);
  });
});
