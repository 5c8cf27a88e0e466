/** Which sets of an area are hidden, as it is read and kept in memory. */
import { expect, it } from 'vitest';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import type { AreaRefs } from './areaRefs.ts';
import { openHiddenSets } from './hiddenSets.ts';

const SET = '1PP2A5xxxxxxxxxx';

it('an area whose sets could not be read is read again', async () => {
  const failures = [new Error('the database does not answer')];
  const hidden = openHiddenSets({
    refs: async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return { refs: [{ key: SET }] } as unknown as AreaRefs;
    },
    globalConfigs: {
      of: async () => ({ visibility: [{ pattern: SET, areas: ['prod'], from: '2999-01-01T00:00:00Z' }] }),
    } as unknown as GlobalConfigStore,
    generation: async () => 1,
    now: () => 0,
  });
  const { sets } = await hidden('prod');
  await expect(sets()).rejects.toThrow('the database does not answer');
  expect([...(await sets()).keys()]).toEqual([SET]);
});
