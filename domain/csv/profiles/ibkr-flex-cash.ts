/**
 * The cash transactions of a Flex Query of Interactive Brokers; a dividend's tax is a row of its own with the same
 * security, day and words.
 */
import { TAX_WITHOUT_DIVIDEND } from './dividend-taxes.ts';
import { groupBy } from '../../values/group-by.ts';
import type { CashKind } from './cash.ts';
import { cellOf, sumOf, taxCells, taxNote, valueOf } from './figures.ts';
import { MARKERS } from './ibkr-flex-trades.ts';
import { countryInText } from './ibkr-history.ts';
import {
  cash,
  headerKey,
  joinNotes,
  unknownKind,
  type BrokerRow,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const DIVIDEND = /^(?:dividends?|payments? in lieu)/iu;
const CASH: readonly (readonly [RegExp, CashKind])[] = [
  [/^broker interest/iu, 'interest'],
  [/^deposits?|^withdrawals?/iu, 'payment'],
  [/^(?:other|advisor|broker) fees|^commission adjustments/iu, 'fee'],
];

const kindOf = (row: BrokerRow): string => row.get('type');
const isTax = (row: BrokerRow): boolean => /^withholding tax/iu.test(kindOf(row));

/** The day on which the money moved, without its time. */
function dayOf(row: BrokerRow): string {
  return (
    (row.get('settledate') || row.get('date/time', 'datetime') || row.get('reportdate')).split(/[;,]/u, 1)[0] ?? ''
  );
}

/** A dividend and its tax differ only in what follows: `(Ordinary Dividend)` and `- US TAX`. */
function dividendKey(row: BrokerRow): string {
  const words = row.get('description').replace(/ (?:\([^()]{0,60}\)|- [A-Z]{2} TAX[^-]{0,60})$/iu, '');
  return [row.get('isin') || row.get('symbol'), dayOf(row), words].join('|').toUpperCase();
}

function isIgnored(row: BrokerRow, isDetailed: boolean): boolean {
  const level = row.get('levelofdetail').toUpperCase();
  return (
    MARKERS.has((row.cells[0] ?? '').trim()) ||
    row.cells.some((cell) => headerKey(cell) === 'settledate') ||
    (isDetailed && level !== '' && level !== 'DETAIL')
  );
}

/** Reads cash transactions, whose rates are those of the whole file. */
export function readFlexCash(rows: readonly BrokerRow[], rates: ReadonlyMap<BrokerRow, string>): readonly ProfileRow[] {
  // A summary repeats the rows of which it is the sum.
  const isDetailed = rows.some((row) => row.get('levelofdetail').toUpperCase() === 'DETAIL');
  const used = rows.filter((row) => !isIgnored(row, isDetailed));
  const taxes = groupBy(used.filter(isTax), dividendKey);
  const dividends = groupBy(
    used.filter((row) => DIVIDEND.test(kindOf(row))),
    dividendKey,
  );
  const kept = new Set(used);
  return rows.map((row): ProfileRow => {
    if (!kept.has(row)) return { kind: 'ignored' };
    const currency = row.get('currencyprimary', 'currency');
    const cells: ProfileCells = {
      transactionDate: dayOf(row),
      isin: row.get('isin'),
      ticker: row.get('symbol'),
      currency,
      consideration: cellOf(valueOf(row.get('amount'))),
    };
    const proof = { rate: rates.get(row) ?? '' };
    const key = dividendKey(row);
    if (DIVIDEND.test(kindOf(row))) {
      const isFirst = dividends.get(key)?.[0] === row;
      const withheld = (isFirst ? (taxes.get(key) ?? []) : []).map((tax) => valueOf(tax.get('amount')));
      const gross = valueOf(row.get('amount'));
      return {
        kind: 'transaction',
        cells: {
          ...cells,
          transactionType: 'DIVIDEND',
          consideration: cellOf(sumOf(gross, ...withheld)),
          ...taxCells(withheld, currency, countryInText(taxes.get(key)?.[0]?.get('description') ?? '')),
        },
        proof,
        ...joinNotes(
          taxNote(gross, withheld).note,
          /return of capital/iu.test(row.get('description')) &&
            'A return of capital: it may lower the cost instead of being income. Choose its type before you import it.',
          (dividends.get(key)?.length ?? 0) > 1 &&
            taxes.has(key) &&
            'Several dividends have the same tax rows. Check the tax.',
        ),
      };
    }
    const first = isTax(row) ? dividends.get(key)?.[0] : undefined;
    if (first !== undefined) return { kind: 'joined', to: first.line };
    if (isTax(row) && (row.get('isin') !== '' || row.get('symbol') !== ''))
      return {
        kind: 'fault',
        message: TAX_WITHOUT_DIVIDEND,
        cells,
      };
    if (/^bond interest/iu.test(kindOf(row)) && row.get('isin') !== '')
      return { kind: 'transaction', cells: { ...cells, transactionType: 'INTEREST' }, proof };
    const kind = isTax(row) ? 'tax' : CASH.find(([pattern]) => pattern.test(kindOf(row)))?.[1];
    if (kind === undefined) return unknownKind('Interactive Brokers', 'type', kindOf(row), cells);
    return cash({
      kind,
      date: dayOf(row),
      amount: valueOf(row.get('amount')),
      currency,
      words: row.get('description') || kindOf(row),
      // Interest that was paid is a charge, as its own name says.
      isRefund: /^broker interest paid/iu.test(kindOf(row)),
    });
  });
}
