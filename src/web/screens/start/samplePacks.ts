/**
 * The sample cars that come with the web app (demo/sample.ts): fetched from the server and uploaded as any other pack.
 *
 *   sendSamplePacks
 */
import { uploads } from '../../api/uploads.ts';
import { basePath } from '../../app/basePath.ts';
import { homeTexts } from '../../texts/home.ts';
import { PACK_UPLOADS } from '../delivery/packUploads.ts';

const PACKS = ['meta_sample.zip', 'image-ext-SMPL01xxxxxxxxxx_sample.zip', 'image-ext-SMPL02xxxxxxxxxx_sample.zip'];

async function fetchPack(name: string): Promise<File> {
  // The file keeps its name when a new version of the server has other cars.
  const answer = await fetch(`${basePath}/sample/${name}`, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(homeTexts.steps.sample.missing);
  return new File([await answer.blob()], name, { type: 'application/zip' });
}

/** Resolves when the upload has begun. @throws Error when a pack cannot be fetched; then none is uploaded */
export async function sendSamplePacks(): Promise<void> {
  const files = await Promise.all(PACKS.map(fetchPack));
  uploads.add(PACK_UPLOADS, files);
  uploads.start(PACK_UPLOADS.id, files);
}
