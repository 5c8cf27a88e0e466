/** What uploads reserve, to the byte: the reserve of the disk, the limit of a user, and bytes as they arrive. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { openUploadQuota } from './quota.ts';

const MIB = 1024 ** 2;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const openQuota = ({ free = 10_000, reserve = 1000, packBytes = 1e9, userBytes = 0 } = {}) => {
  const freeSpace = vi.fn(async () => free);
  const quota = openUploadQuota({
    database: server.database,
    freeSpace,
    packBytes,
    freeSpaceBytes: reserve,
    userBytes,
  });
  return {
    quota,
    freeSpace,
    reserve: (who: string, size = 0) => quota.reserve({ who, fileName: `${who}.zip`, size }),
  };
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  );
async function* chunks(...sizes: readonly number[]) {
  for (const size of sizes) yield Buffer.alloc(size);
}
/** @returns the bytes that came through before the reservation refused more */
async function countedOf(source: AsyncIterable<Uint8Array>): Promise<[number, string]> {
  let bytes = 0;
  const code = await codeOf(
    (async () => {
      for await (const chunk of source) bytes += chunk.length;
    })(),
  );
  return [bytes, code];
}

it('the disk keeps its reserve to the byte, whoever uploads', async () => {
  const { reserve } = openQuota();
  const [first, second] = [await reserve('anna'), await reserve('ben')];
  expect(await codeOf(first.expect(9001))).toBe('store-full');
  expect(await codeOf(first.expect(9000))).toBe('taken');
  expect(await codeOf(second.expect(1))).toBe('store-full');
  // The next part of an upload replaces what its last part announced.
  expect(await codeOf(first.expect(5000))).toBe('taken');
  expect(await codeOf(second.expect(4001))).toBe('store-full');
  expect(await codeOf(second.expect(4000))).toBe('taken');
  expect(await codeOf(reserve('cleo'))).toBe('taken');
  first.release();
  first.release();
  expect(await codeOf(second.expect(9001))).toBe('store-full');
  expect(await codeOf(second.expect(9000))).toBe('taken');
});

it('no upload begins when the reserve is used up', async () => {
  expect(await codeOf(openQuota({ free: 999 }).reserve('anna'))).toBe('store-full');
  expect(await codeOf(openQuota({ free: 1000 }).reserve('anna'))).toBe('taken');
});

it('a pack announces no more than a pack may have', async () => {
  const { reserve } = openQuota({ packBytes: 3000 });
  const first = await reserve('anna');
  expect(await codeOf(first.expect(1e6))).toBe('taken');
  expect(await codeOf((await reserve('ben')).expect(3000))).toBe('taken');
  expect(await codeOf((await reserve('cleo')).expect(3000))).toBe('taken');
  expect(await codeOf((await reserve('dora')).expect(1))).toBe('store-full');
});

it('bytes that arrived are no longer announced: they are on the disk', async () => {
  const { reserve } = openQuota();
  const [first, second] = [await reserve('anna'), await reserve('ben')];
  await first.expect(5000);
  const arriving = first.count(chunks(1500, 500, 10_000));
  await arriving.next();
  await arriving.next();
  expect(await codeOf(second.expect(6001))).toBe('store-full');
  expect(await codeOf(second.expect(6000))).toBe('taken');
  // More than was announced: the rest counts as arrived at once.
  await second.expect(0);
  await arriving.next();
  expect(await codeOf(second.expect(9001))).toBe('store-full');
  expect(await codeOf(second.expect(9000))).toBe('taken');
});

it('a broken connection withdraws what was announced', async () => {
  const { reserve } = openQuota();
  const [first, second] = [await reserve('anna'), await reserve('ben')];
  await first.expect(5000);
  const arriving = first.count(chunks(100, 100));
  await arriving.next();
  await arriving.return(undefined);
  expect(await codeOf(second.expect(9000))).toBe('taken');
});

it('looks at the disk again after 16 MiB that nobody announced', async () => {
  const { reserve, freeSpace } = openQuota({ free: 1e6, reserve: 1e6 });
  const chunk = Buffer.alloc(MIB);
  const many = async function* () {
    for (let i = 0; i < 40; i += 1) yield chunk;
  };
  const unknown = await reserve('anna');
  await unknown.expect(0);
  freeSpace.mockResolvedValueOnce(1e6).mockResolvedValue(1e6 - 1);
  freeSpace.mockClear();
  expect(await countedOf(unknown.count(many()))).toEqual([33 * MIB, 'store-full']);
  expect(freeSpace).toHaveBeenCalledTimes(2);
  // Announced bytes were checked before.
  const { reserve: reserveMore, freeSpace: more } = openQuota({ free: 1e9 });
  const announced = await reserveMore('ben');
  await announced.expect(40 * MIB);
  more.mockClear();
  expect(await countedOf(announced.count(many()))).toEqual([40 * MIB, 'taken']);
  expect(more).toHaveBeenCalledTimes(1);
});

it('a user may have as many bytes as the limit in all uploads together, and no more', async () => {
  const { quota, reserve } = openQuota({ userBytes: 8000 });
  const first = await reserve('anna', 6000);
  expect(await codeOf(reserve('anna', 2001))).toBe('user-full');
  const second = await quota.reserve({ who: 'anna', fileName: 'other.zip', size: 1999 });
  expect(await codeOf(reserve('ben', 8000))).toBe('taken');
  // One byte is left, for an upload that does not say its size.
  const third = await reserve('anna');
  await third.expect(0);
  expect(await countedOf(third.count(chunks(1, 1)))).toEqual([1, 'user-full']);
  expect(await codeOf(reserve('anna'))).toBe('user-full');
  third.release();
  // Fewer bytes than declared still count as declared.
  expect(await countedOf(first.count(chunks(10)))).toEqual([10, 'taken']);
  expect(await codeOf(reserve('anna', 2))).toBe('user-full');
  expect(await codeOf(reserve('anna', 1))).toBe('taken');
  first.release();
  second.release();
  expect(await codeOf(quota.reserve({ who: 'anna', fileName: 'last.zip', size: 7999 }))).toBe('taken');
});

it('an upload that declares its size late counts with it, but never with more than a pack may have', async () => {
  const { reserve } = openQuota({ userBytes: 8000, packBytes: 6000 });
  const first = await reserve('anna');
  await first.expect(0);
  first.declare(1e6);
  const second = await reserve('anna');
  await second.expect(0);
  expect(() => second.declare(2001)).toThrow('Packs of anna may take 7.8 KiB together.');
  second.declare(2000);
  expect(await codeOf(reserve('anna'))).toBe('user-full');
});

it('an upload that an earlier process left counts with its size, or with its bytes if they are more', async () => {
  const { quota, reserve } = openQuota({ userBytes: 8000, packBytes: 6000 });
  const declared = quota.resume({ who: 'anna', fileName: 'a.zip', size: 5000 }, 10);
  expect(await codeOf(reserve('anna', 3001))).toBe('user-full');
  const unknown = quota.resume({ who: 'anna', fileName: 'b.zip', size: 0 }, 2999);
  expect(await codeOf(reserve('anna', 2))).toBe('user-full');
  // Its next bytes follow those that it has.
  await unknown.expect(0);
  expect(await countedOf(unknown.count(chunks(1, 1)))).toEqual([1, 'user-full']);
  declared.release();
  unknown.release();
  expect(await codeOf(reserve('anna', 6000))).toBe('taken');
});

it('without a limit of users nothing is counted for them', async () => {
  const { quota, reserve } = openQuota();
  const first = await reserve('anna', 1e8);
  expect(await countedOf(first.count(chunks(10)))).toEqual([10, 'taken']);
  expect(await codeOf(reserve('anna', 1e8))).toBe('taken');
  await server.database.transaction((trx) => quota.commit(trx, { who: 'anna', fileName: 'a.zip', size: 1e8 }));
});
