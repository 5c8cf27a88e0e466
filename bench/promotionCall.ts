/**
 * Promoting a set of 10,000 pictures as users do: from the call until the target serves the new picture, against `rsync -a`
 * of the files into another folder.
 *
 *   promotionCallRow
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { META, metaZip, SET } from '../src/server/testing/tinyPacks.ts';
import { sendForm, signIn, startServer } from './deliveryServer.ts';
import { commented } from './ingest.ts';
import { cpuOf, cpuOfChildren } from './processes.ts';
import { byWall, lineOf, type Measured, medians, type Row, type Run, timed } from './rows.ts';

const PICTURES = 10_000;
/** pixels; as noise, a file of 40 kB */
const SIDE = 116;
const ROUNDS = 9;

const noise = (seed: number): Promise<Buffer> => {
  const rgb = Buffer.alloc(SIDE * SIDE * 3);
  for (let i = 0, state = seed; i < rgb.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    rgb[i] = state >>> 24;
  }
  return sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
};

/** @param top which of the first two layers lies above the other */
const metaOf = (top: number): Promise<Buffer> =>
  metaZip({
    'asset-profile.xml': META['asset-profile.xml']?.replace('width="8" height="4"', `width="${SIDE}" height="${SIDE}"`),
    'layers-ext.xml': `<layers><family name="all">${Array.from(
      { length: PICTURES },
      (_, at) => `<layer name="l${at}" z="${at === top ? PICTURES : at}"/>`,
    ).join('')}</family></layers>`,
    'rules-ext.xml': '<rules><family name="all"><rule layer="l0"/></family></rules>',
  });

async function writeSources(folder: string): Promise<{ files: string; pack: string }> {
  const files = join(folder, 'files');
  const pack = join(folder, `image-ext-${SET}.zip`);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(pack));
  const pictures = [await noise(1), await noise(2)];
  mkdirSync(files);
  for (let i = 0; i < PICTURES; i++) {
    const png = commented(pictures[i % 2] as Buffer, String(i));
    if (i % 100 === 0) mkdirSync(join(files, String(i / 100)));
    const path = join(files, String(Math.floor(i / 100)), `${i}.png`);
    writeFileSync(path, png);
    zip.addFile(path, `001/l${i}.png`, { compress: false });
  }
  zip.end();
  await written;
  return { files, pack };
}

/** Wall time, because both wait for the disk. */
async function measure(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-promotion-call-'));
  const server = await startServer(join(folder, 'store'));
  try {
    const headers = await signIn(server.address);
    const { files, pack } = await writeSources(folder);
    const meta = join(folder, `meta-${SET}.zip`);
    const picture = `${server.address}/preprod/api/v2/image/dis/${SET}/image?view=001&size=HD&layers=l0,l1`;
    const etag = async (): Promise<string | null> => {
      const answer = await fetch(picture, { headers });
      await answer.arrayBuffer();
      return answer.ok ? answer.headers.get('etag') : null;
    };
    await sendForm(server.address, headers, pack);
    const ours: Run[] = [];
    const peer: Run[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      writeFileSync(meta, await metaOf(round % 2));
      await sendForm(server.address, headers, meta);
      const before = await etag();
      const promote = async () => {
        const answer = await fetch(`${server.address}/api/v2/admin/dis/${SET}/promote`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ disId: SET, source: 'embargo', target: 'preprod' }),
        });
        if (!answer.ok) throw new Error(`not promoted: ${answer.status} ${await answer.text()}`);
        for (let now = await etag(); now === null || now === before; now = await etag());
      };
      const took = await timed(promote, () => cpuOf(server.pid));

      const target = join(folder, 'target');
      const copied = await timed(() => execFileSync('rsync', ['-a', `${files}/`, target]), cpuOfChildren);
      rmSync(target, { recursive: true });
      // The first round warms up: nothing was in the area before.
      if (round === 0) continue;
      ours.push(took);
      peer.push(copied);
    }
    return byWall({ ours: medians(ours), peer: medians(peer) });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const promotionCallRow: Row = {
  work: 'promote a set of 10,000 pictures (400 MB), from the call until the target serves the new picture',
  peer: 'rsync -a of the files',
  reach: 60,
  measure,
};

if (import.meta.main) {
  console.log(lineOf(promotionCallRow, await promotionCallRow.measure()));
  process.exit(0);
}
