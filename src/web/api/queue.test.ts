import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueue } from './queue.ts';

const signal = new AbortController().signal;

describe('createQueue', () => {
  it('runs everything once, in order, never more than the limit at a time, even after failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        async (limit, fails) => {
          const queue = createQueue(limit);
          const begun: number[] = [];
          let running = 0;
          let most = 0;
          const all = fails.map((fail, i) =>
            queue(async () => {
              begun.push(i);
              running += 1;
              most = Math.max(most, running);
              await Promise.resolve();
              running -= 1;
              if (fail) throw new Error('no');
              return i;
            }, signal),
          );
          const settled = await Promise.allSettled(all);
          expect(settled.map(({ status }) => status === 'rejected')).toEqual(fails);
          expect(begun).toEqual(fails.map((_, i) => i));
          expect(most).toBe(Math.min(limit, fails.length));
        },
      ),
    );
  });

  it('does not start work that was cancelled while it waited', async () => {
    const queue = createQueue(1);
    const controller = new AbortController();
    let finish: () => void = () => {};
    const first = queue(() => new Promise<void>((resolve) => (finish = resolve)), signal);
    let begun = false;
    const second = queue(async () => {
      begun = true;
    }, controller.signal);
    controller.abort();
    finish();
    await first;
    await expect(second).rejects.toThrow();
    expect(begun).toBe(false);
  });
});
