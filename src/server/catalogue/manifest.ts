/**
 * Manifests: what one pack holds for one image set (or one static pack). A manifest is an immutable JSON blob, stored under
 * the SHA-256 of its bytes. Snapshots list them.
 *
 *   Stored, ManifestPicture, ManifestEntry, ManifestEntries, Manifest
 *   manifestBytes        the JSON
 */
import type { Driver, SetMeta, Viewport } from '../../engine/meta.ts';

/** Where an entry's bytes are in the stored zip. */
export interface Stored {
  /** of the entry's data, bytes from the zip's start */
  readonly offset: number;
  readonly compressedSize: number;
  /** 0 stored, 8 deflated */
  readonly method: number;
  readonly crc32: number;
}

export interface ManifestPicture {
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
  /** [x, y, width, height] of the pixels that are not transparent; null if all are */
  readonly box: readonly [number, number, number, number] | null;
  readonly format: 'png' | 'jpeg' | 'webp';
}

export interface ManifestEntry {
  readonly path: string;
  /** of the entry's bytes */
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  readonly at: Stored;
  readonly picture?: ManifestPicture;
}

/** A plain list, or one that makes its entries on demand (packedEntries.ts). */
export interface ManifestEntries extends Iterable<ManifestEntry> {
  readonly length: number;
  find(test: (entry: ManifestEntry) => boolean): ManifestEntry | undefined;
  some(test: (entry: ManifestEntry) => boolean): boolean;
  filter(test: (entry: ManifestEntry) => boolean): ManifestEntry[];
  map<T>(make: (entry: ManifestEntry) => T): T[];
}

export interface Manifest {
  /** the pack's file name: its identity */
  readonly pack: string;
  /** the blob that the entries are read from */
  readonly packSha256: string;
  readonly kind: 'meta' | 'image' | 'static';
  readonly viewport?: Viewport;
  readonly driver?: Driver;
  readonly disId?: string;
  readonly entries: ManifestEntries;
  /** what the meta files among `entries` declare, parsed and checked */
  readonly meta?: Partial<SetMeta>;
}

export const manifestBytes = (manifest: Manifest): Buffer => Buffer.from(JSON.stringify(manifest), 'utf8');
