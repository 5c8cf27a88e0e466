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
  ask(batch: Asked): Promise<Answers>;
  end(): void;
}

/** @param connections how many are asked at once */
export async function startAsker(port: number, connections: number, cookie = ''): Promise<Asker> {
  const child = fork(new URL('./asker.ts', import.meta.url), [String(port), String(connections), cookie], {
    execArgv: ['--import', END_WITH_PARENT],
  });
  const message = async (): Promise<unknown> => {
    const heard = new AbortController();
    const { signal } = heard;
    try {
      const [value] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => {
          throw new Error('the process that makes requests ended: its reason stands above');
        }),
      ]);
      return value;
    } finally {
      heard.abort();
    }
  };
  await message();
  return {
    ask: async (batch) => {
      child.send(batch);
      return (await message()) as Answers;
    },
    end: () => void child.kill(),
  };
}
