/** XTB, cash operations (FORMATS 3.15): quantity and price are only in the comment. */
import { groupBy } from '../../values/group-by.ts';
import { titleCurrency } from '../tables/title-currency.ts';
import { cashKindOf } from './cash.ts';
import { cellOf, isProduct, sizeOf, sumOf, taxCells, taxNote, valueOf } from './figures.ts';
import { byHeadings, cash, unknownKind, type BrokerRow, type Profile, type ProfileRow } from './profile.ts';

/** `OPEN BUY 10 @ 84.1250`, `CLOSE BUY 1/10 @ 88.50`: the number before the slash was traded. */
const COMMENT = /^(open|close)\s+(?:buy|sell)\s+([\d.]+)(?:\/[\d.]+)?\s+@\s+([\d.]+)/iu;

/** How a trade was paid: at its price in pence, at its price as it is, or converted; null for a row that is no trade. */
function paymentOf(row: BrokerRow): 'pence' | 'price' | 'converted' | null {
  const [, , quantity = '', price = ''] = COMMENT.exec(row.get('comment')) ?? [];
  const [units, amount] = [sizeOf(quantity), sizeOf(row.get('amount'))];
  if (units === null || amount === null) return null;
  return isProduct(units, `${price}p`, amount) ? 'pence' : isProduct(units, price, amount) ? 'price' : 'converted';
}

/**
 * Whether trades in London were paid in pence, or at their price while no trade elsewhere was, so that the account is in
 * pounds. London also quotes funds in dollars and euros, in which trades elsewhere show that such an account is kept.
 */
function isInPounds(rows: readonly BrokerRow[]): boolean {
  const paid = rows.map((row) => ({ isLondon: row.get('symbol').endsWith('.UK'), payment: paymentOf(row) }));
  if (paid.some(({ isLondon, payment }) => isLondon && payment === 'pence')) return true;
  return (
    paid.some(({ isLondon, payment }) => isLondon && payment === 'price') &&
    !paid.some(({ isLondon, payment }) => !isLondon && payment === 'price')
  );
}

/** Tax is withheld on the day of the dividend. */
function dividendKey(row: BrokerRow): string {
  return `${row.get('symbol')}|${row.get('time').slice(0, 10)}`;
}

/** Whether a tax is the part of a dividend that its own comment states: `AAPL.US USD WHT 15%`. */
function isTaxOf(tax: BrokerRow, dividend: BrokerRow): boolean {
  const rate = /\bWHT (\d{1,2}(?:\.\d{1,4})?) ?%/u.exec(tax.get('comment'))?.[1];
  const [withheld, gross] = [sizeOf(tax.get('amount')), sizeOf(dividend.get('amount'))];
  if (rate === undefined || withheld === null || gross === null) return false;
  return Math.abs(Number(cellOf(gross)) * Number(rate) - Number(cellOf(withheld)) * 100) <= 1;
}

/**
 * The tax rows of each dividend: of the only one of its security and day, or of the only one of which the tax is the
 * part that it states.
 */
function taxesOf(rows: readonly BrokerRow[]): ReadonlyMap<BrokerRow, readonly BrokerRow[]> {
  const isDividend = (row: BrokerRow): boolean => /^divid/iu.test(row.get('type'));
  const found = groupBy(
    rows.filter((row) => isDividend(row) || /^withholding tax/iu.test(row.get('type'))),
    dividendKey,
  );
  return new Map(
    [...found.values()].flatMap((group): (readonly [BrokerRow, readonly BrokerRow[]])[] => {
      const [dividends, withheld] = [group.filter(isDividend), group.filter((row) => !isDividend(row))];
      const [dividend] = dividends;
      if (dividend === undefined) return [];
      if (dividends.length === 1) return [[dividend, withheld]];
      const pairs = withheld.map((tax) => dividends.filter((one) => isTaxOf(tax, one)));
      const isClear = pairs.every(([one, other]) => one !== undefined && other === undefined);
      const used = new Set(pairs.flat());
      return isClear && used.size === withheld.length
        ? withheld.map((tax, index) => [pairs[index]?.[0] ?? dividend, [tax]])
        : [];
    }),
  );
}

export const xtb: Profile = {
  broker: 'XTB',
  hidesCurrency: true,
  match: byHeadings({ all: ['id', 'type', 'time', 'symbol', 'comment', 'amount'], none: ['isin'] }),
  read: ({ rows, before }) => {
    const taxes = taxesOf(rows);
    const dividends = new Map([...taxes].flatMap(([row, withheld]) => withheld.map((tax) => [tax, row.line] as const)));
    const isCurrencyKnown = titleCurrency(before) !== null || isInPounds(rows);
    return rows.map((row) => {
      const to = dividends.get(row);
      return to === undefined ? read(row, taxes.get(row) ?? [], isCurrencyKnown) : { kind: 'joined', to };
    });
  },
};

function read(row: BrokerRow, withheld: readonly BrokerRow[], isCurrencyKnown: boolean): ProfileRow {
  const kind = row.get('type').toLowerCase();
  const cells = {
    transactionDate: row.get('time'),
    ticker: row.get('symbol'),
    brokerDealReference: row.get('id'),
    consideration: cellOf(sizeOf(row.get('amount'))),
  };
  const trade = COMMENT.exec(row.get('comment'));
  if (trade !== null && /stocks?\/etf|stock (?:purchase|sale)/u.test(kind)) {
    const side = /sale|sell/u.test(kind) ? 'SELL' : 'BUY';
    const isOther = !(side === 'BUY' ? /^\s*open buy\b/iu : /^\s*close buy\b/iu).test(row.get('comment'));
    return {
      kind: 'transaction',
      ...(isOther && {
        note: `'${row.get('comment')}' does not fit '${row.get('type')}'. A sale of shares that are not held is not read. Check the row.`,
      }),
      cells: {
        ...cells,
        transactionType: side,
        quantity: trade[2] ?? '',
        price: trade[3] ?? '',
      },
      proof: { net: row.get('amount') },
    };
  }
  if (kind.startsWith('divid')) {
    const [gross, tax] = [valueOf(row.get('amount')), withheld.map((one) => valueOf(one.get('amount')))];
    return {
      kind: 'transaction',
      cells: { ...cells, transactionType: 'DIVIDEND', consideration: cellOf(sumOf(gross, ...tax)), ...taxCells(tax) },
      ...taxNote(gross, tax),
    };
  }
  if (row.get('symbol') === '' || /^(?:deposit|withdrawal|free funds interest|transfer)/u.test(kind))
    return cash({
      kind: cashKindOf(kind),
      date: row.get('time'),
      amount: valueOf(row.get('amount')),
      words: row.get('type'),
      reference: row.get('id'),
      ...(!isCurrencyKnown && {
        note: 'The file does not name the currency of this amount. It may not be pounds. Check it.',
      }),
    });
  return unknownKind('XTB', 'type', row.get('type'), cells);
}
