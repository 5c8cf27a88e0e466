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
    ended: () => {},
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
