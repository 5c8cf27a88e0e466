/**
 * The content store that the settings name. The S3 client is loaded only where it is used.
 *
 *   BlobLocation
 *   openBlobs
 */
import type { Blobs } from './blobs.ts';
import type { S3Options } from './s3.ts';
import type { BlobSettingNames } from './s3Failures.ts';

export type BlobLocation = { readonly folder: string } | { readonly s3: S3Options };

/** @throws NotUsable */
export async function openBlobs(location: BlobLocation, names: BlobSettingNames): Promise<Blobs> {
  if ('s3' in location) return (await import('./s3.ts')).openS3Blobs(location.s3, names);
  return (await import('./folder.ts')).openFolderBlobs(location.folder, names.store);
}
