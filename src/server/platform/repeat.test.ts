/** Repeated work: one round at a time, failures reported, an end that waits for the running round. */
import { expect, it } from 'vitest';
import { repeatEvery } from './repeat.ts';
import { recordFailures } from './testing/recordFailures.ts';

const EVERY_MS = 5;

it('runs one round at a time, reports each, and goes on after one that failed', async () => {
  const { reports, trouble } = recordFailures();
  let rounds = 0;
  let under = 0;
  let most = 0;
  const end = repeatEvery(
    EVERY_MS,
    async () => {
      most = Math.max(most, ++under);
      rounds += 1;
      const round = rounds;
      await new Promise((resolve) => setTimeout(resolve, 3 * EVERY_MS));
      under -= 1;
      if (round === 1) throw new Error('the first one');
    },
    trouble,
    { immediately: true },
  );
  expect(rounds).toBe(1);
  await expect.poll(() => reports.length).toBeGreaterThanOrEqual(3);
  await end();
  expect(most).toBe(1);
  expect(reports.slice(0, 2)).toEqual(['Error: the first one', 'worked']);
});

it('ends after the running round, tells it to hurry, and starts no other', async () => {
  const { reports, trouble } = recordFailures();
  let hurried = false;
  const end = repeatEvery(
    EVERY_MS,
    (signal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          hurried = true;
          resolve();
        });
      }),
    trouble,
    { immediately: true },
  );
  await end();
  expect([hurried, reports]).toEqual([true, ['worked']]);
  await new Promise((resolve) => setTimeout(resolve, 4 * EVERY_MS));
  expect(reports).toHaveLength(1);
});
