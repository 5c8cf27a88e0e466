/** Gathering chunks into larger writes: nothing lost or repeated, memory flat, every failure reported. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gather } from './gather.ts';

const MIB = 1024 ** 2;
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
async function* from(chunks: readonly Uint8Array[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await pause();
    yield chunk;
  }
  if (failure) throw failure;
}

describe('gather', () => {
  it('writes all chunks in order, one write at a time', async () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: MIB })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const chunks = lengths.map((length, i) => new Uint8Array(length).fill(i));
        const taken: Uint8Array[] = [];
        const written: Uint8Array[] = [];
        let writing = 0;
        await gather(
          from(chunks),
          (chunk) => taken.push(chunk),
          async (some) => {
            writing += 1;
            expect(writing).toBe(1);
            await pause();
            written.push(...some);
            writing -= 1;
          },
        );
        // The same objects: comparing a million elements one by one takes half a minute.
        expect(taken.length === chunks.length && taken.every((chunk, i) => chunk === chunks[i])).toBe(true);
        expect(Buffer.concat(written).equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('holds no more than two writes, of large chunks and of very small ones', async () => {
    for (const [length, most] of [
      [65_536, 16],
      [1, 256],
    ] as const) {
      let waiting = 0;
      const seen: number[] = [];
      await gather(
        from(Array.from({ length: 1000 }, () => new Uint8Array(length))),
        () => {
          waiting += 1;
          seen.push(waiting);
        },
        async (some) => {
          await pause();
          await pause();
          waiting -= some.length;
        },
      );
      expect(Math.max(...seen)).toBeLessThanOrEqual(2 * most);
    }
  });

  it('rejects with the error of the part that failed, after the last write has ended', async () => {
    const chunks = Array.from({ length: 5 }, () => new Uint8Array(MIB));
    let ended = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended += 1;
    };
    await expect(gather(from(chunks, new Error('the connection broke')), () => {}, slow)).rejects.toThrow(
      'the connection broke',
    );
    expect(ended).toBe(5);
    const refuse = () => {
      throw new Error('too much');
    };
    await expect(gather(from(chunks), refuse, slow)).rejects.toThrow('too much');
    const full = async () => {
      throw new Error('no room');
    };
    await expect(gather(from(chunks), () => {}, full)).rejects.toThrow('no room');
    await expect(gather(from(chunks.slice(0, 1)), () => {}, full)).rejects.toThrow('no room');
  });
});
