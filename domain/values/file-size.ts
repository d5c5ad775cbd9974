const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/**
 * A file's size in B, KB, MB or GB, base 1024, with 2 decimals, single bytes without (000 §9); `smallest` is the unit
 * of single bytes on screens with another word (002 §9).
 */
export function formatBytes(bytes: number, smallest: 'B' | 'Bytes' = 'B'): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${bytes} ${smallest}` : `${size.toFixed(2)} ${UNITS[unit] ?? ''}`;
}
