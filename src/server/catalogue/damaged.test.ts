import { expect, it } from 'vitest';
import { PoolClosed } from '../platform/threads/pool.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { ContentDamaged, readContent } from './damaged.ts';

const failWith = (error: unknown) =>
  readContent('static_a.zip', 'The list of files', async () => {
    throw error;
  }).catch((thrown: unknown) => thrown);

it('a failed read is damage, unless it would succeed later or was called damage already', async () => {
  const cause = new Error('invalid distance');
  const damaged = await failWith(cause);
  expect(damaged).toBeInstanceOf(ContentDamaged);
  expect(damaged).toMatchObject({
    message: expect.stringMatching(/^The list of files of static_a.zip is damaged .* Deliver static_a.zip again/),
    cause,
  });
  for (const other of [damaged, new PoolClosed(), new Unavailable('The store does not answer.', { code: 'away' })]) {
    expect(await failWith(other)).toBe(other);
  }
});

it('names no pack to a caller who may not know it', () => {
  const whole = new ContentDamaged('The picture 001/black.png of image-ext-x.zip is damaged.', undefined);
  const shortened = whole.without('1PP2A5xxxxxxxxxx');
  expect(shortened).toBeInstanceOf(ContentDamaged);
  expect(shortened.message).toMatch(/^What 1PP2A5xxxxxxxxxx takes from another set is damaged/);
  expect([shortened.code, shortened.cause]).toEqual(['content-damaged', whole]);
});
