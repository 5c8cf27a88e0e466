/** The store of uploads: what is added, sent, cancelled and reported, whatever screen is open. */
import { describe, expect, it, vi } from 'vitest';
import { secondsLeft } from './speed.ts';
import type { UploadAnswer } from './upload.ts';
import type { UploadEnd, UploadKind } from './uploadEntry.ts';
import { createUploads } from './uploads.ts';

const file = (name: string) => new File(['x'], name);

/** A kind whose uploads end when the test decides. */
function heldKind(concurrency = 2) {
  const sent = new Map<
    string,
    { progress: (share: number) => void; end: (answer: UploadAnswer | Error) => void; signal: AbortSignal }
  >();
  const kind: UploadKind = {
    id: 'packs',
    title: 'Packs',
    address: '/upload',
    concurrency,
    isReadLater: true,
    noticeGroup: 'received',
    check: (name) => (name.endsWith('.zip') ? undefined : `File name ${name} do not match the expected format!`),
    send: (one, progress, signal) =>
      new Promise((resolve, reject) => {
        const end = (answer: UploadAnswer | Error) => (answer instanceof Error ? reject(answer) : resolve(answer));
        signal.addEventListener('abort', () => reject(signal.reason));
        sent.set(one.name, { progress, end, signal });
      }),
  };
  return { kind, sent };
}
const shown = (uploads: ReturnType<typeof createUploads>) =>
  uploads.entries().map(({ file: { name }, state, percent }) => `${name} ${state} ${percent}`);

describe('uploads', () => {
  it('A 2, 5: files are added to those chosen before; invalid names are reported and change nothing', () => {
    const { kind } = heldKind();
    const uploads = createUploads();
    expect(uploads.add(kind, [file('a.zip'), file('b.txt')])).toEqual([
      { fileName: 'b.txt', problem: 'File name b.txt do not match the expected format!' },
    ]);
    expect(uploads.add(kind, [file('c.png')])).toHaveLength(1);
    expect(uploads.add(kind, [file('b.zip'), file('a.zip')])).toEqual([]);
    expect(shown(uploads)).toEqual(['b.zip chosen 0', 'a.zip chosen 0']);
  });

  it('A 4: shows progress; a sent file stays until it is cleared, a failed one is at 0 and can be sent again', async () => {
    const { kind, sent } = heldKind();
    const uploads = createUploads();
    const ends: UploadEnd[] = [];
    uploads.onEnd((end) => ends.push(end));
    uploads.add(kind, [file('a.zip'), file('b.zip'), file('c.zip')]);
    uploads.start('packs');
    await expect.poll(() => sent.size).toBe(2);
    sent.get('a.zip')?.progress(0.4);
    expect(shown(uploads)).toEqual(['a.zip sending 40', 'b.zip sending 0', 'c.zip waiting 0']);
    expect(uploads.isUnderWay()).toBe(true);
    sent.get('a.zip')?.end({ message: 'taken', body: undefined });
    sent.get('b.zip')?.end(new Error('refused'));
    await expect.poll(() => sent.size).toBe(3);
    sent.get('c.zip')?.end({ message: 'taken', body: undefined });
    await expect.poll(() => shown(uploads)).toEqual(['a.zip received 100', 'b.zip failed 0', 'c.zip received 100']);
    expect(ends.map((end) => ('answer' in end ? end.answer.message : String(end.error)))).toEqual([
      'taken',
      'Error: refused',
      'taken',
    ]);
    uploads.follow('packs', 'a.zip', { state: 'live' });
    uploads.follow('packs', 'c.zip', { state: 'refused', reason: 'no meta file' });
    // Neither is sent again, and only finished ones can be cleared.
    uploads.start('packs');
    await expect.poll(() => shown(uploads)).toEqual(['a.zip live 100', 'b.zip sending 0', 'c.zip refused 100']);
    expect(uploads.entries()[2]?.reason).toBe('no meta file');
    uploads.clearOver(() => true);
    expect(shown(uploads)).toEqual(['b.zip sending 0']);
  });

  it('reports how fast a file is sent, from the bytes sent since the second before', async () => {
    const { kind, sent } = heldKind();
    let now = 0;
    const uploads = createUploads(() => now);
    uploads.add(kind, [new File(['x'.repeat(1000)], 'a.zip')]);
    uploads.start('packs');
    await expect.poll(() => sent.size).toBe(1);
    const speed = () => uploads.entries()[0]?.speed?.bytesPerSecond;
    sent.get('a.zip')?.progress(0.05);
    expect(speed()).toBeUndefined();
    now = 1000;
    sent.get('a.zip')?.progress(0.1);
    expect(speed()).toBe(100);
    now = 2000;
    sent.get('a.zip')?.progress(0.4);
    expect(speed()).toBe(160);
    expect(secondsLeft(600, 160)).toBe(4);
    expect(secondsLeft(600, 0)).toBeUndefined();
  });

  it('sends one failed file again, and keeps the names that were not added', async () => {
    const { kind, sent } = heldKind();
    const uploads = createUploads();
    uploads.add(kind, [file('a.zip'), file('b.zip'), file('c.txt')]);
    uploads.add(kind, [file('d.txt'), file('c.txt')]);
    expect(uploads.refusedNames('packs')).toEqual(['c.txt', 'd.txt']);
    uploads.start('packs');
    await expect.poll(() => sent.size).toBe(2);
    for (const name of ['a.zip', 'b.zip']) sent.get(name)?.end(new Error('lost'));
    await expect.poll(() => shown(uploads)).toEqual(['a.zip failed 0', 'b.zip failed 0']);
    uploads.retry(uploads.entries()[1]?.id ?? 0);
    await expect.poll(() => shown(uploads)).toEqual(['a.zip failed 0', 'b.zip sending 0']);
    uploads.clearRefusedNames('packs');
    expect(uploads.refusedNames('packs')).toEqual([]);
  });

  it('cancels one in progress and one that waits, without a notice', async () => {
    const { kind, sent } = heldKind(1);
    const uploads = createUploads();
    const ends: UploadEnd[] = [];
    uploads.onEnd((end) => ends.push(end));
    uploads.add(kind, [file('a.zip'), file('b.zip'), file('c.zip')]);
    uploads.start('packs');
    await expect.poll(() => sent.size).toBe(1);
    const [a, b] = uploads.entries();
    uploads.remove(b?.id ?? 0);
    uploads.remove(a?.id ?? 0);
    expect(sent.get('a.zip')?.signal.aborted).toBe(true);
    await expect.poll(() => shown(uploads)).toEqual(['c.zip sending 0']);
    expect(sent.has('b.zip')).toBe(false);
    expect(ends).toEqual([]);
  });

  it('reports to a later listener what ended before', async () => {
    const { kind, sent } = heldKind();
    const uploads = createUploads();
    uploads.add(kind, [file('a.zip')]);
    uploads.start('packs');
    await expect.poll(() => sent.size).toBe(1);
    sent.get('a.zip')?.end({ message: 'taken', body: undefined });
    await expect.poll(() => uploads.hasUnreportedEnds()).toBe(true);
    const heard = vi.fn<(end: UploadEnd) => void>();
    uploads.onEnd(heard);
    expect(heard).toHaveBeenCalledOnce();
    expect(uploads.hasUnreportedEnds()).toBe(false);
  });

  it('A 4: chosen files that were not started can be discarded; uploads in progress continue', async () => {
    const { kind, sent } = heldKind();
    const uploads = createUploads();
    uploads.add(kind, [file('a.zip')]);
    uploads.start('packs');
    await expect.poll(() => sent.size).toBe(1);
    uploads.add(kind, [file('b.zip'), file('a.zip')]);
    uploads.add({ ...kind, id: 'others' }, [file('c.zip')]);
    uploads.forget('packs');
    expect(shown(uploads)).toEqual(['a.zip sending 0', 'c.zip chosen 0']);
  });
});
