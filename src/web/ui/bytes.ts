/**
 * Readable sizes: B, kB, MB, GB, TB with two decimals; nothing for 0.
 *
 *   formatBytes
 */
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const number = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatBytes(bytes: number): string {
  if (bytes === 0) return '';
  let step = 0;
  // Compare the rounded value: 999,995 B would otherwise read "1.000,00 kB".
  while (step < UNITS.length - 1 && Math.round((bytes / 1000 ** step) * 100) >= 100_000) step += 1;
  return `${number.format(bytes / 1000 ** step)} ${UNITS[step]}`;
}
