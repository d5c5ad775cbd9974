const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A file's size in B, KB, MB or GB, base 1024, with at most 2 decimals (000 §9); `smallest` words single bytes where a screen has its own (002 §9). */
export function formatBytes(bytes: number, smallest: 'B' | 'Bytes' = 'B'): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(2))} ${unit === 0 ? smallest : (UNITS[unit] ?? '')}`;
}
