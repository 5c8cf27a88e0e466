/**
 * Makes requests from a process of its own.
 *
 *   Asker, startAsker
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { END_WITH_PARENT } from '../src/server/testing/testServer.ts';
import type { Answers, Asked } from './asker.ts';

export interface Asker {
  ask(asked: Asked): Promise<Answers>;
  end(): void;
}

/** @param connections how many are asked at once */
export async function startAsker(port: number, connections: number, cookie = ''): Promise<Asker> {
  const child = fork(new URL('./asker.ts', import.meta.url), [String(port), String(connections), cookie], {
    execArgv: ['--import', END_WITH_PARENT],
  });
  const message = (): Promise<unknown> =>
    Promise.race([
      once(child, 'message').then(([value]) => value),
      once(child, 'exit').then(() => {
        throw new Error('the process that makes requests ended: its reason stands above');
      }),
    ]);
  await message();
  return {
    ask: async (asked) => {
      child.send(asked);
      return (await message()) as Answers;
    },
    end: () => void child.kill(),
  };
}
