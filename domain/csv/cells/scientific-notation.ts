/** Figures that a spreadsheet shortened to scientific notation: `1.2E+05` may have been 123,456. */

/** Scientific notation as spreadsheets write it; a program's own form has many digits and is complete. */
const CUT = /^[-+(£$€]{0,3}\d(?:[.,]\d{0,6})?E[+-]?\d{1,3}\)?$/iu;
const MOST_LENGTH = 24;

/** True for a figure whose digits may be incomplete. */
export function isCutFigure(cell: string): boolean {
  return cell.length <= MOST_LENGTH && (cell.includes('E') || cell.includes('e')) && CUT.test(cell.trim());
}

/** Headings of columns with figures in brokers' files, also in the languages of DEGIRO's. */
const FIGURE_HEADING = new RegExp(
  [
    'quantity|units|shares|price|brokerage|duty|tax|amount|value|cost|consideration|total|debit|credit|proceeds|fee|commission|charge|balance',
    'anzahl|kurs|wert|betrag|gebühr|gesamt|saldo|aantal|koers|waarde|kosten|totaal|quantité|cours|valeur|frais|montant|solde',
    'número|cantidad|precio|valor|importe|costes|quantità|prezzo|valore|importo|costi|totale|quantidade|preço|montante|ilość|cena|wartość|kwota',
  ].join('|'),
  'iu',
);

/** The first cell of a row under a heading of figures whose digits may be incomplete; null for none. */
export function cutFigureIn(header: readonly string[], cells: readonly string[]): string | null {
  for (const [position, cell] of cells.entries())
    if (isCutFigure(cell) && FIGURE_HEADING.test((header[position] ?? '').slice(0, 60))) return cell.trim();
  return null;
}
