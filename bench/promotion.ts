/**
 * Promoting a set of 10,000 pictures against `rsync -a` of its files into another folder.
 *
 *   promotionRow
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveRef } from '../src/server/catalogue/refs.ts';
import { openSnapshots } from '../src/server/catalogue/snapshots.ts';
import { migrations } from '../src/server/migrations/index.ts';
import { openFolderBlobs } from '../src/server/platform/blobs/folder.ts';
import { migrate, openDatabase } from '../src/server/platform/database/database.ts';
import type { Tables } from '../src/server/schema.ts';
import { cpuOfChildren } from './processes.ts';
import { byWall, lineOf, type Measured, medians, type Row, type Run, timed } from './rows.ts';

const PICTURES = 10_000;
const BYTES = 40_000;
const ROUNDS = 5;
const FLIPS = 200;

/** Wall time, because both wait for the disk: a promotion is durable when it returns. */
async function measure(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-promotion-'));
  try {
    const source = join(folder, 'source');
    mkdirSync(source);
    for (let i = 0; i < PICTURES; i++) {
      if (i % 100 === 0) mkdirSync(join(source, String(i / 100)));
      writeFileSync(join(source, String(Math.floor(i / 100)), `${i}.png`), Buffer.alloc(BYTES, i % 251));
    }
    const rsync: Run[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const target = join(folder, `target-${round}`);
      rsync.push(await timed(() => execFileSync('rsync', ['-a', `${source}/`, target]), cpuOfChildren));
      rmSync(target, { recursive: true });
    }
    const database = await openDatabase<Tables>(`sqlite:${join(folder, 'lacquer.db')}`);
    await migrate(database, migrations);
    const blobs = await openFolderBlobs(join(folder, 'blobs'));
    const snapshots = openSnapshots(database, blobs);
    const at = { offset: 0, compressedSize: BYTES, method: 0, crc32: 0 };
    const ids: string[] = [];
    for (const name of ['a', 'b']) {
      const entries = Array.from({ length: PICTURES }, (_, i) => ({
        path: `001/${name}${i}.png`,
        sha256: String(i).padStart(64, name === 'a' ? '0' : '1'),
        size: BYTES,
        at,
      }));
      const part = await snapshots.putManifest({
        pack: 'x.zip',
        packSha256: '0'.repeat(64),
        kind: 'image',
        viewport: 'exterior',
        entries,
      });
      ids.push(await database.transaction((trx) => snapshots.putSnapshot(trx, { kind: 'dis', parts: [part] })));
    }
    const flips: Run[] = [];
    for (let i = 0; i < FLIPS; i++) {
      const flip = () =>
        database.transaction((trx) =>
          moveRef(trx, {
            area: 'prod',
            kind: 'dis',
            key: '1PP2A5xxxxxxxxxx',
            from: i === 0 ? null : (ids[(i + 1) % 2] ?? ''),
            to: ids[i % 2] ?? '',
            who: 'bench',
            reason: 'promote',
          }),
        );
      flips.push(await timed(flip));
    }
    await database.close();
    return byWall({ ours: medians(flips), peer: medians(rsync) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const promotionRow: Row = {
  work: 'promote a set of 10,000 pictures (400 MB), durable',
  peer: 'rsync -a of the files',
  reach: 2000,
  measure,
};

if (import.meta.main) console.log(lineOf(promotionRow, await promotionRow.measure()));
