/**
 * Headings and types of files in German, French and Italian as English ones, so that every rule for files without a
 * profile applies to them. A file is translated only if each of its headings is known: what a heading of money means that
 * is not known, no rule could compare.
 */
import { readDay } from '../cells/day-text.ts';
import { readNumber } from '../cells/numbers.ts';
import { isListedHeading, normaliseHeader } from '../tables/columns.ts';
import { isHeaderAgain } from '../tables/file-totals.ts';
import { isBlankRow, type Table } from '../tables/table.ts';

interface Language {
  readonly name: string;
  /** English headings with their words in the language, as `folded` returns them. */
  readonly headings: Readonly<Record<string, readonly string[]>>;
  readonly types: Readonly<Record<string, readonly string[]>>;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'German',
    headings: {
      Date: ['datum', 'buchungsdatum', 'buchungstag'],
      'Trade Date': ['handelstag', 'handelsdatum', 'schlusstag', 'abschlusstag', 'ausfuhrungsdatum'],
      'Settlement Date': ['valuta', 'valutadatum', 'valutatag', 'wertstellung'],
      Type: ['typ', 'transaktion', 'transaktionen', 'transaktionstyp', 'transaktionsart', 'geschaftsart', 'vorgang'],
      'Order ID': ['auftrag', 'auftrag nr', 'auftragsnummer', 'ordernummer'],
      Reference: ['referenz', 'referenznummer'],
      Security: ['name', 'bezeichnung', 'wertpapier', 'wertpapiername', 'titel'],
      'Ticker Symbol': ['ticker symbol'],
      WKN: ['wkn'],
      Quantity: ['anzahl', 'stuck', 'stuckzahl', 'menge'],
      Nominal: ['nominal', 'nominale', 'nennwert'],
      Price: ['kurs', 'preis', 'stuckpreis', 'einzelpreis'],
      Fees: ['kosten', 'gebuhr', 'gebuhren', 'spesen', 'provision', 'kommission'],
      Taxes: ['steuer', 'steuern'],
      'Withholding tax': ['quellensteuer'],
      'Accrued Interest': ['aufgelaufene zinsen', 'stuckzinsen', 'marchzinsen'],
      Amount: ['betrag'],
      Value: ['wert'],
      'Gross Amount': ['bruttobetrag', 'kurswert'],
      'Net Amount': ['nettobetrag', 'endbetrag'],
      Total: ['gesamt', 'gesamtbetrag'],
      Balance: ['saldo'],
      Currency: ['wahrung'],
      'Transaction Currency': ['buchungswahrung'],
      'Currency Gross Amount': ['wahrung bruttobetrag'],
      'Currency Net Amount': ['wahrung nettobetrag'],
      'Exchange Rate': ['wechselkurs', 'devisenkurs'],
      Note: ['notiz', 'bemerkung', 'kommentar'],
      Account: ['konto', 'depot'],
    },
    types: {
      Buy: ['kauf'],
      Sell: ['verkauf'],
      Dividend: ['dividende', 'ausschuttung'],
      Interest: ['zinsen'],
      'Interest on cash': ['zinsen auf einlagen'],
      'Debit interest': ['zinsen auf belastungen', 'sollzinsen'],
      Deposit: ['einlage', 'einzahlung'],
      Withdrawal: ['entnahme', 'auszahlung'],
      Fee: ['gebuhren', 'depotgebuhr', 'depotgebuhren'],
    },
  },
  {
    name: 'French',
    headings: {
      Date: ['date', 'date operation', 'date d operation', 'date de l operation'],
      'Settlement Date': ['date valeur', 'date de valeur', 'date de reglement'],
      Type: ['operation', 'type d operation', 'sens'],
      Reference: ['reference'],
      Security: ['valeur', 'libelle', 'designation', 'titre', 'produit'],
      ISIN: ['code isin', 'isin'],
      Quantity: ['quantite', 'nombre', 'nombre de titres'],
      Price: ['cours', 'prix', 'prix unitaire'],
      Fees: ['frais', 'courtage', 'frais de courtage', 'commission', 'commissions'],
      Taxes: ['taxe', 'taxes'],
      Amount: ['montant'],
      'Gross Amount': ['montant brut'],
      'Net Amount': ['montant net'],
      Balance: ['solde'],
      Currency: ['devise'],
      'Exchange Rate': ['taux de change'],
      Account: ['compte'],
      Note: ['commentaire'],
    },
    types: {
      Buy: ['achat', 'achat comptant'],
      Sell: ['vente', 'vente comptant'],
      Dividend: ['dividende', 'dividendes'],
      Interest: ['interets'],
      Deposit: ['versement', 'depot'],
      Withdrawal: ['retrait'],
      Fee: ['frais', 'droits de garde'],
    },
  },
  {
    name: 'Italian',
    headings: {
      Date: ['data', 'data operazione'],
      'Settlement Date': ['data valuta', 'data regolamento'],
      Type: ['operazione', 'tipo operazione', 'segno'],
      Details: ['descrizione'],
      Security: ['titolo', 'strumento', 'prodotto'],
      ISIN: ['isin', 'codice isin'],
      Quantity: ['quantita'],
      Price: ['prezzo'],
      Fees: ['commissioni', 'commissione'],
      'Fund fees': ['commissioni fondi sw ingr uscita'],
      'Bank fees': ['commissioni fondi banca corrispondente'],
      'Manager fees': ['spese fondi sgr'],
      'Dealing fees': ['commissioni amministrato'],
      Taxes: ['imposte', 'tasse'],
      Amount: ['importo', 'controvalore'],
      'Net Amount': ['importo netto'],
      'Gross Amount': ['importo lordo'],
      Balance: ['saldo'],
      Currency: ['divisa', 'valuta'],
      'Exchange Rate': ['cambio', 'tasso di cambio'],
      Account: ['conto'],
    },
    types: {
      Buy: ['acquisto', 'a'],
      Sell: ['vendita', 'v'],
      Dividend: ['dividendo', 'dividendi'],
      Interest: ['interessi'],
      Deposit: ['versamento', 'deposito'],
      Withdrawal: ['prelievo'],
    },
  },
];

/** Fewer headings of a language may be names. */
const FEWEST_HEADINGS = 4;
/** The most rows by which a column is judged. */
const SAMPLE_ROWS = 50;

/** A text in lower case, with plain letters and single spaces alone. */
function folded(text: string): string {
  return text
    .slice(0, 80)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}

const wordsOf = (words: Language['headings']): ReadonlyMap<string, string> =>
  new Map(Object.entries(words).flatMap(([english, own]) => own.map((word) => [word, english] as const)));

/** The table in English and the name of its language; null for one that is in English, or in words that are not known. */
export function inEnglish(table: Table): { readonly table: Table; readonly language: string } | null {
  const header = table.rows[table.headerIndex] ?? [];
  const filled = header.filter((cell) => cell.trim() !== '');
  if (filled.length < FEWEST_HEADINGS || filled.every((cell) => isListedHeading(normaliseHeader(cell)))) return null;
  for (const { name, headings, types } of LANGUAGES) {
    const known = wordsOf(headings);
    const own = filled.filter((cell) => known.has(folded(cell)) && !isListedHeading(normaliseHeader(cell)));
    const areAllKnown = filled.every((cell) => known.has(folded(cell)) || isListedHeading(normaliseHeader(cell)));
    if (own.length >= FEWEST_HEADINGS && areAllKnown)
      return { table: translated(table, known, wordsOf(types)), language: name };
  }
  return null;
}

function translated(table: Table, known: ReadonlyMap<string, string>, types: ReadonlyMap<string, string>): Table {
  const given = table.rows[table.headerIndex] ?? [];
  const header = given.map((cell, position) => headingOf(known.get(folded(cell)) ?? cell, table, position));
  const typed = header.flatMap((heading, position) => (heading === 'Type' ? [position] : []));
  const rows = table.rows.map((cells, at) => {
    if (at === table.headerIndex) return header;
    if (at < table.headerIndex) return cells;
    if (isHeaderAgain(cells, given)) return header;
    return typed.reduce<readonly string[]>((row, position) => {
      const word = position < row.length ? types.get(folded(row[position] ?? '')) : undefined;
      return word === undefined ? row : row.with(position, word);
    }, cells);
  });
  return { ...table, rows };
}

/** A heading that means two things by the cells below it: `Operazione` holds days or types, `Valeur` names or amounts. */
function headingOf(heading: string, { rows, headerIndex }: Table, position: number): string {
  if (heading !== 'Type' && heading !== 'Security') return heading;
  const cells = rows
    .slice(headerIndex + 1)
    .filter((row) => !isBlankRow(row))
    .slice(0, SAMPLE_ROWS)
    .map((row) => (row[position] ?? '').trim())
    .filter((cell) => cell !== '');
  if (cells.length === 0) return heading;
  if (heading === 'Type') return cells.every((cell) => readDay(cell, 'dmy') !== null) ? 'Date' : heading;
  return cells.every((cell) => readNumber(cell, 'unknown').kind === 'number') ? 'Value' : heading;
}
