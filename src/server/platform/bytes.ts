/**
 * Numbers of bytes as messages show limits.
 *
 *   formatBytes
 */
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `107374182400` -> `100 GiB`: in the units of the settings, rounded down to one decimal, so that it never promises too much. */
export function formatBytes(bytes: number): string {
  let power = 0;
  while (power < UNITS.length - 1 && bytes >= 1024 ** (power + 1)) power += 1;
  return `${Math.floor((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`;
}
