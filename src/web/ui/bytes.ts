/**
 * Sizes as a person reads them: B, kB, MB, GB, TB with two decimals, nothing for 0.
 *
 *   formatBytes
 */
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const number = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatBytes(bytes: number): string {
  if (bytes === 0) return '';
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${number.format(bytes / 1000 ** step)} ${UNITS[step] ?? 'TB'}`;
}
