const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A file's size in B, KB, MB or GB, base 1024, with 2 decimals (000 §9). */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(2))} ${UNITS[unit] ?? ''}`;
}
