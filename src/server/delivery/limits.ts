/** Limits of packs, as docs/formats.md tells suppliers. */
export interface PackLimits {
  /** entries of one pack */
  entries: number;
  /** bytes of one entry, inflated */
  entryBytes: number;
  /** inflated bytes for each byte of the pack */
  ratio: number;
  /** pixels a side of a picture */
  side: number;
  /** pixels of a picture */
  pixels: number;
}

export const PACK_LIMITS: PackLimits = {
  entries: 200_000,
  entryBytes: 256 * 1024 ** 2,
  ratio: 200,
  side: 65_500,
  pixels: 100_000_000,
};
