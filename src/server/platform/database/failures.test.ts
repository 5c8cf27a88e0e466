/** Which errors of a database mean that it is unavailable, and how often that is reported. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTemporary, NoSpace } from '../unavailable.ts';
import { asUnavailable, type DatabaseReport, DatabaseUnavailable, NO_REPORT, watchStatements } from './failures.ts';

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more);

describe('an error of the database', () => {
  it.each([
    failure('terminating connection due to administrator command', { code: '57P01' }),
    failure('the database system is starting up', { code: '57P03' }),
    failure('sorry, too many clients already', { code: '53300' }),
    failure('cannot execute INSERT in a read-only transaction', { code: '25006' }),
    failure('could not read block', { code: '58030' }),
    failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' }),
    failure('read ECONNRESET', { code: 'ECONNRESET' }),
    failure('Connection terminated unexpectedly'),
    failure('timeout exceeded when trying to connect'),
    failure('Client has encountered a connection error and is not queryable'),
    new AggregateError([failure('a', { code: 'ECONNREFUSED' }), failure('b', { code: 'ECONNREFUSED' })]),
    failure('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
    failure('disk I/O error', { code: 'ERR_SQLITE_ERROR', errcode: 10 + (3 << 8) }),
  ])('means that the database is unavailable: $message', (error) => {
    const made = asUnavailable(error);
    expect(made).toBeInstanceOf(DatabaseUnavailable);
    expect(made).toMatchObject({ code: 'database-unavailable', cause: error });
    expect(isTemporary(made)).toBe(true);
  });

  it.each([
    failure('could not extend file: No space left on device', { code: '53100' }),
    failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  ])('means that the disk is full: $message', (error) => {
    expect(asUnavailable(error)).toBeInstanceOf(NoSpace);
  });

  it.each([
    failure('duplicate key value violates unique constraint', { code: '23505' }),
    failure('UNIQUE constraint failed: users.username', { code: 'ERR_SQLITE_ERROR', errcode: 19 }),
    failure('syntax error', { code: '42601' }),
    failure('database disk image is malformed', { code: 'ERR_SQLITE_ERROR', errcode: 11 }),
    new TypeError('undefined is not a function'),
    'a text',
  ])('is passed on unchanged: %s', (error) => {
    expect(asUnavailable(error)).toBe(error);
    expect(isTemporary(error)).toBe(false);
  });
});

describe('a database that goes away and comes back', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is reported when it goes away and when it is back, not for each statement', async () => {
    const reports: string[] = [];
    const report: DatabaseReport = {
      away: ({ message }) => reports.push(message),
      back: (milliseconds) => reports.push(`back after ${milliseconds}`),
      lost: () => {},
      skewed: () => {},
    };
    const { run, count } = watchStatements(report);
    const refused = () => run(() => Promise.reject(failure('refused', { code: 'ECONNREFUSED' }))).catch(() => {});
    vi.advanceTimersByTime(60_000);
    await refused();
    vi.advanceTimersByTime(2500);
    await refused();
    await refused();
    // One connection succeeds while another is refused: the database is not back yet.
    expect(await run(async () => 'answer')).toBe('answer');
    await refused();
    expect(reports).toEqual([expect.stringContaining('does not answer')]);
    vi.advanceTimersByTime(1500);
    await run(async () => 'answer');
    await run(async () => 'answer');
    expect(reports).toEqual([expect.stringContaining('does not answer'), 'back after 4000']);
    expect(count()).toBe(4);

    await refused();
    expect(reports).toHaveLength(3);
  });

  it('remembers for a while that the disk was full, although small changes succeed', async () => {
    const { run, recentlyFull } = watchStatements(NO_REPORT);
    expect(recentlyFull()).toBe(undefined);
    await run(() => Promise.reject(failure('could not extend file', { code: '53100' }))).catch(() => {});
    await run(async () => 'answer');
    expect(recentlyFull()).toBeInstanceOf(NoSpace);
    vi.advanceTimersByTime(59_000);
    expect(recentlyFull()).toBeInstanceOf(NoSpace);
    vi.advanceTimersByTime(1_000);
    expect(recentlyFull()).toBe(undefined);
  });
});
