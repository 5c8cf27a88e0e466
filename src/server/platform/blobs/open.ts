/**
 * The content store that the settings name. The S3 client is loaded only where it is used.
 *
 *   BlobPlace
 *   openBlobs
 */
import type { Blobs } from './blobs.ts';
import type { BlobSettingNames } from './bucket.ts';
import type { S3Options } from './s3.ts';

export type BlobPlace = { readonly folder: string } | { readonly s3: S3Options };

/** @throws NotUsable */
export async function openBlobs(place: BlobPlace, names: BlobSettingNames): Promise<Blobs> {
  if ('s3' in place) return (await import('./s3.ts')).openS3Blobs(place.s3, names);
  return (await import('./folder.ts')).openFolderBlobs(place.folder, names.store);
}
