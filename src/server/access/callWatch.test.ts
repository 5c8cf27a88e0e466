/** Calls whose permission is checked again while they run: all except those that end it themselves. */
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Route, routes } from '../../contract/index.ts';
import { unauthorized } from '../platform/http/errors.ts';
import { type Call, watchCalls } from './callWatch.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A call whose caller lost the permission, slow enough to be checked again. */
async function isCut(route: Route): Promise<boolean> {
  vi.useFakeTimers();
  const running = watchCalls({
    permit: async () => {
      throw unauthorized('not-signed-in', 'Sign in first.');
    },
    onEnd: () => {},
  });
  const destroy = vi.fn();
  const call = {
    request: { raw: { socket: { destroy } } },
    reply: { raw: new EventEmitter() },
    route,
    mount: { prefix: '', area: 'embargo', base: true },
    who: 'anna',
    admitted: true,
  } as unknown as Call;
  running.begin(call);
  await vi.advanceTimersByTimeAsync(5000);
  running.close();
  return destroy.mock.calls.length > 0;
}

describe('a slow call whose caller lost the right to make it', () => {
  it('is cut', async () => {
    expect(await isCut(routes.packs)).toBe(true);
    expect(await isCut(routes.log)).toBe(true);
  });

  it('is answered if the call itself ended the right: signing out, a new password', async () => {
    expect(await isCut(routes.signOut)).toBe(false);
    expect(await isCut(routes.changePassword)).toBe(false);
    expect(await isCut(routes.confirmSession)).toBe(false);
  });
});

describe('a call in progress', () => {
  const begun = (permit: () => Promise<{ username: string }>, who = 'anna') => {
    const [onEnd, destroy] = [vi.fn(), vi.fn()];
    const watch = watchCalls({ permit: permit as unknown as Parameters<typeof watchCalls>[0]['permit'], onEnd });
    const raw = new EventEmitter();
    const request = { raw: { socket: { destroy } } } as unknown as Call['request'];
    const call = { request, reply: { raw }, route: routes.packs, mount: {}, who, admitted: true } as unknown as Call;
    watch.begin(call);
    return { watch, call, raw, request, onEnd, destroy };
  };
  const anna = async () => ({ username: 'anna' });

  it('is still allowed to its caller, and to nobody who came in between', async () => {
    const own = begun(anna);
    await expect(own.watch.assertStillAllowed(own.request)).resolves.toBeUndefined();
    expect(await own.watch.callerNow(own.request)).toEqual({ username: 'anna' });
    own.watch.close();
    const other = begun(async () => ({ username: 'ben' }));
    await expect(other.watch.assertStillAllowed(other.request)).rejects.toMatchObject({ status: 401 });
    await expect(other.watch.callerNow(other.request)).rejects.toMatchObject({ status: 401 });
    other.watch.close();
  });

  it('ends once; then it has no caller, and nothing is cut', async () => {
    vi.useFakeTimers();
    const { watch, call, raw, request, onEnd, destroy } = begun(async () => {
      throw unauthorized('not-signed-in', 'Sign in first.');
    });
    await vi.advanceTimersByTimeAsync(1000);
    raw.emit('close');
    raw.emit('close');
    await vi.advanceTimersByTimeAsync(5000);
    expect([onEnd.mock.calls, destroy.mock.calls]).toEqual([[[call]], []]);
    await expect(watch.callerNow(request)).rejects.toThrow('The connection has ended.');
    await expect(watch.assertStillAllowed(request)).resolves.toBeUndefined();
    watch.close();
  });

  it('is looked at only when it is older than a check, and not if it was never admitted', async () => {
    vi.useFakeTimers();
    const permit = vi.fn(anna);
    const { watch, call, destroy } = begun(permit);
    await vi.advanceTimersByTimeAsync(1000);
    expect(permit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect([permit.mock.calls.length, destroy.mock.calls.length]).toEqual([1, 0]);
    Reflect.deleteProperty(call, 'admitted');
    await vi.advanceTimersByTimeAsync(5000);
    expect(permit).toHaveBeenCalledTimes(1);
    watch.close();
  });

  it('is not looked at any more when the server has closed', async () => {
    vi.useFakeTimers();
    const permit = vi.fn(anna);
    begun(permit).watch.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(permit).not.toHaveBeenCalled();
  });

  it('is not cut while the database is away: that decides nothing', async () => {
    vi.useFakeTimers();
    const { watch, destroy } = begun(async () => {
      throw new Error('away');
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(destroy).not.toHaveBeenCalled();
    watch.close();
  });

  it('has the name that its sign-in gives it', () => {
    const { watch, call, request } = begun(anna, '');
    watch.name(request, 'ben');
    watch.name({} as Call['request'], 'cleo');
    expect(call.who).toBe('ben');
    watch.close();
  });
});
