/**
 * Byte counts as text, for messages about limits.
 *
 *   formatBytes
 */
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/**
 * `107374182400` -> `100 GiB`: in the units that settings use, rounded down to one decimal so that a limit is never
 * overstated.
 */
export function formatBytes(bytes: number): string {
  let power = 0;
  while (power < UNITS.length - 1 && bytes >= 1024 ** (power + 1)) power += 1;
  return `${Math.floor((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`;
}
