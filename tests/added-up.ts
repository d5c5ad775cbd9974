/** A calculator for what a page shows: reads a table's columns and their totals and adds them up. */

/**
 * What does not add up in the tables with a foot inside an element, in words; nothing when all do. Runs in the page too, so it
 * uses nothing from outside itself. A cell counts with its first figure; a note below it is not in the sum.
 *
 * @param notSums headers of columns whose foot is a figure of its own, not a sum, such as a percentage of a percentage
 */
export function faultsOfTables(root: Element, notSums: readonly string[] = []): string[] {
  const millionths = (text: string): bigint | null => {
    const found = /([−+-]?)[^\d\s]{0,3}?(\d[\d,]*)(?:\.(\d+))?/u.exec(text);
    if (found === null) return null;
    const [, sign = '', whole = '', fraction = ''] = found;
    const size = BigInt(whole.replaceAll(',', '') + fraction.padEnd(6, '0').slice(0, 6));
    return sign === '−' || sign === '-' ? -size : size;
  };
  const cellsOf = (row: Element): Element[] => [...row.children];
  return [...root.querySelectorAll('table')].flatMap((table) => {
    const foot = table.querySelector(':scope > tfoot > tr');
    const heads = [...table.querySelectorAll(':scope > thead > tr > *')].map((head) => (head.textContent ?? '').trim());
    if (foot === null) return [];
    const name = table.getAttribute('aria-label') ?? table.textContent?.slice(0, 40) ?? '';
    const totals = cellsOf(foot);
    // A head that spans columns stands for all of them.
    const padded = totals.flatMap((cell) => [
      ...Array<null>((cell as HTMLTableCellElement).colSpan - 1).fill(null),
      cell,
    ]);
    const rows = [...table.querySelectorAll(':scope > tbody > tr')]
      .map(cellsOf)
      .filter((cells) => cells.length === heads.length);
    if (rows.length === 0) return [`${name}: no rows`];
    return padded.flatMap((cell, index) => {
      const total = millionths(cell?.textContent ?? '');
      const head = heads[index] ?? '';
      if (total === null || notSums.includes(head)) return [];
      const sum = rows.reduce((before, cells) => before + (millionths(cells[index]?.textContent ?? '') ?? 0n), 0n);
      return sum === total ? [] : [`${name}, ${head}: the rows add up to ${sum}, the foot says ${total} (millionths)`];
    });
  });
}
