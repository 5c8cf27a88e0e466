/** Iterating over very many items without holding up requests. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { longestTurn } from './testing/turns.ts';
import { eachInTurns } from './turns.ts';

it('does the work for each in order, and yields to other work', async () => {
  const done: number[] = [];
  const spin = (milliseconds: number) => {
    for (const until = performance.now() + milliseconds; performance.now() < until; );
  };
  const { units } = await longestTurn(() =>
    eachInTurns(Array(300).keys(), (i) => {
      spin(1);
      done.push(i);
    }),
  );
  expect(done).toEqual([...Array(300).keys()]);
  // Without yielding it would be more than a hundred units.
  expect(units).toBeLessThan(30);
});

it('starts no more at the same time than it may', async () => {
  let under = 0;
  let most = 0;
  const done: number[] = [];
  const work = async (i: number) => {
    most = Math.max(most, ++under);
    await pause(1);
    under -= 1;
    done.push(i);
  };
  await eachInTurns(Array(30).keys(), work, { concurrency: 4 });
  expect(most).toBe(4);
  expect(done.sort((a, b) => a - b)).toEqual([...Array(30).keys()]);
});

it('rejects with what the work throws, and starts nothing more', async () => {
  const begun: number[] = [];
  const work = async (i: number) => {
    begun.push(i);
    await pause(1);
    if (i === 5) throw new Error('stop here');
  };
  await expect(eachInTurns(Array(1000).keys(), work, { concurrency: 2 })).rejects.toThrow('stop here');
  await pause(5);
  expect(begun.length).toBeLessThan(10);
});
