/**
 * DEGIRO's account statement in other languages: the same columns in the same places under translated headings, and
 * translated descriptions, which become the English ones. A description that is not known stays as it is.
 */
import type { BrokerFile, BrokerRow, HeadingRow } from './profile.ts';
import { lastFilled } from './source-row.ts';

const POSITIONS: Readonly<Record<string, number>> = {
  date: 0,
  time: 1,
  'value date': 2,
  product: 3,
  isin: 4,
  description: 5,
  fx: 6,
  'order id': 11,
};
const WIDTH = 12;
/** The currencies of the amount and of the balance stand under their headings, the figures beside them. */
const UNNAMED: ReadonlySet<number> = new Set([8, 10]);

/** The number of columns of a statement in another language; 0 for any other row. */
export function matchTranslated({ cells }: Pick<HeadingRow, 'cells'>): number {
  const headings = cells.slice(0, WIDTH).map((cell) => cell.trim());
  const isLayout =
    lastFilled(cells) + 1 === WIDTH &&
    headings.every((heading, position) => (heading === '') === UNNAMED.has(position)) &&
    /^(?:code )?isin$/iu.test(headings[4] ?? '') &&
    /^(?:saldo|solde)$/iu.test(headings[9] ?? '');
  return isLayout ? WIDTH : 0;
}

/** Amounts of money moved between two accounts at the bank, which the statement states only in words. */
const SWEPT = /\bflatexdegiro bank\b/iu;

const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/^(?:koop|kauf|achat|compra|acquisto)(?=\s\d)/iu, 'Buy'],
  [/^(?:verkoop|verkauf|vente|venta|venda|vendita)(?=\s\d)/iu, 'Sell'],
  [/^(?:dividende|dividendo)$/iu, 'Dividend'],
  [
    /^(?:dividendbelasting|dividendensteuer|impôts? sur (?:les )?dividendes?|retención del dividendo|ritenuta sul dividendo)$/iu,
    'Dividend Tax',
  ],
  [
    /^.*(?:transactiekosten en\/of kosten van derden|courtage et\/ou de parties tierces|und\/oder (?:fremdkosten|gebühren dritter))$/iu,
    'DEGIRO Transaction and/or third party fees',
  ],
  [/^(?:valuta creditering|währungswechsel \(einbuchung\)|opération de change - crédit)$/iu, 'FX Credit'],
  [/^(?:ingreso cambio de divisa|credito fx)$/iu, 'FX Credit'],
  [/^(?:valuta debitering|währungswechsel \(ausbuchung\)|opération de change - débit)$/iu, 'FX Debit'],
  [/^(?:retirada cambio de divisa|prelievo fx)$/iu, 'FX Debit'],
  [/^(?:(?:ideal|flatex|sofort) )?(?:storting|einzahlung)$/iu, 'Deposit'],
  [/^(?:versement de fonds|dépôt flatex)$/iu, 'Deposit'],
  [/^(?:(?:flatex|laufende) )?(?:terugstorting|auszahlung)$/iu, 'Withdrawal'],
  [/^retrait (?:de fonds|flatex)$/iu, 'Withdrawal'],
  [/^(?:degiro aansluitingskosten|frais de connexion aux places boursières)/iu, 'DEGIRO Exchange Connection Fee'],
];

/** The file with rows that answer to the English headings, and their descriptions in English. */
export function inEnglish(file: BrokerFile): BrokerFile {
  return { ...file, rows: file.rows.map((row) => new TranslatedRow(row)) };
}

/** True for a line that states its amount only in words, beside the line that moves it. */
export function isSweptInWords(row: BrokerRow, amount: string): boolean {
  return amount === '' && SWEPT.test(row.get('description'));
}

class TranslatedRow implements BrokerRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly isReversed: boolean;

  constructor({ line, cells, isReversed }: Pick<BrokerRow, 'line' | 'cells' | 'isReversed'>) {
    this.line = line;
    this.cells = cells;
    this.isReversed = isReversed;
  }

  withCells(cells: readonly string[], isReversed = this.isReversed): BrokerRow {
    return new TranslatedRow({ line: this.line, cells, isReversed });
  }

  has(heading: string): boolean {
    return POSITIONS[heading] !== undefined;
  }

  get(...headings: readonly string[]): string {
    const position = headings.map((heading) => POSITIONS[heading]).find((known) => known !== undefined);
    const cell = position === undefined ? '' : (this.cells[position] ?? '').trim();
    return position === POSITIONS['description'] ? englishOf(cell) : cell;
  }
}

function englishOf(description: string): string {
  // Thousands are separated by a space that does not break in French.
  const text = description.replace(/(?<=\d)[\u00A0\u202F](?=\d{3})/gu, '').replace(/\szu je\s/u, ' @ ');
  const known = ENGLISH.find(([words]) => words.test(text));
  return known === undefined ? text : text.replace(known[0], known[1]);
}
