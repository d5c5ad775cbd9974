/** XTB, cash operations (FORMATS 3.15): quantity and price are only in the comment. */
import { groupBy } from '../../values/group-by.ts';
import { titleCurrency } from '../tables/title-currency.ts';
import { cashKindOf } from './cash.ts';
import { SHARED_TAX, TAX_WITHOUT_DIVIDEND } from './dividend-taxes.ts';
import { cellOf, isProduct, sizeOf, sumOf, taxCells, taxNote, valueOf } from './figures.ts';
import { cash, joinNotes, unknownKind, type BrokerRow, type Profile, type ProfileRow } from './profile.ts';

/** `OPEN BUY 10 @ 84.1250`, `CLOSE BUY 1/10 @ 88.50`: the number before the slash was traded. */
const COMMENT = /^(open|close)\s+(?:buy|sell)\s+([\d.]+)(?:\/[\d.]+)?\s+@\s+([\d.]+)/iu;

/** How a trade was paid: at its price in pence, at its price as it is, or converted; null for a row that is no trade. */
function paymentOf(row: BrokerRow): 'pence' | 'price' | 'converted' | null {
  const [, , quantity = '', price = ''] = COMMENT.exec(row.get('comment')) ?? [];
  const [units, amount] = [sizeOf(quantity), sizeOf(row.get('amount'))];
  if (units === null || amount === null) return null;
  return isProduct(units, `${price}p`, amount) ? 'pence' : isProduct(units, price, amount) ? 'price' : 'converted';
}

/** The currency of all prices of a market, by the end of its symbols. London also quotes funds in dollars and euros. */
const CURRENCY_OF_MARKET: Readonly<Record<string, string>> = {
  US: 'USD',
  DE: 'EUR',
  FR: 'EUR',
  NL: 'EUR',
  BE: 'EUR',
  ES: 'EUR',
  IT: 'EUR',
  PT: 'EUR',
  FI: 'EUR',
  PL: 'PLN',
  CZ: 'CZK',
  CH: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  HU: 'HUF',
};

/** The market of a row's security, as the end of its symbol names it. */
function marketOf(row: BrokerRow): string {
  return /\.([A-Z]{2})$/u.exec(row.get('symbol'))?.[1] ?? '';
}

/** The currency of an amount that is the price of its units in a market with one currency; empty where it is not. */
function paidIn(row: BrokerRow): string {
  return paymentOf(row) === 'price' ? (CURRENCY_OF_MARKET[marketOf(row)] ?? '') : '';
}

/** What the trades of a file show of the currency of its account. */
interface AccountCurrency {
  /** Null where the rows show none, or several. */
  readonly currency: string | null;
  /** Trades elsewhere show another currency than pounds, in which London's were paid at their price, or in pounds. */
  readonly isLondonOpen: boolean;
}

/**
 * The currency in which trades were paid at their price: that of their market, or pounds where London's were paid in
 * pence, or at their price while no trade elsewhere was.
 */
function accountCurrency(rows: readonly BrokerRow[]): AccountCurrency {
  const london = new Set(rows.filter((row) => marketOf(row) === 'UK').map(paymentOf));
  const elsewhere = new Set(rows.map(paidIn).filter((currency) => currency !== ''));
  const [only = null] = elsewhere;
  if (london.has('pence') || (london.has('price') && only === null)) return { currency: 'GBP', isLondonOpen: false };
  return { currency: london.has('price') || elsewhere.size > 1 ? null : only, isLondonOpen: london.has('price') };
}

/** Rows without those that state the id of an earlier one with the same cells again, as files that overlap do. */
function withoutRepeated(rows: readonly BrokerRow[]): readonly BrokerRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = row.cells.join('\u0001');
    const isNew = row.get('id') === '' || !seen.has(key);
    seen.add(key);
    return isNew;
  });
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
function taxesOf(rows: readonly BrokerRow[]): {
  readonly taxes: ReadonlyMap<BrokerRow, readonly BrokerRow[]>;
  /** Dividends whose taxes cannot be told apart. */
  readonly shared: ReadonlySet<BrokerRow>;
} {
  const shared = new Set<BrokerRow>();
  const isDividend = (row: BrokerRow): boolean => /^divid/iu.test(row.get('type'));
  const found = groupBy(
    rows.filter((row) => isDividend(row) || /^withholding tax/iu.test(row.get('type'))),
    dividendKey,
  );
  const taxes = new Map(
    [...found.values()].flatMap((group): (readonly [BrokerRow, readonly BrokerRow[]])[] => {
      const [dividends, withheld] = [group.filter(isDividend), group.filter((row) => !isDividend(row))];
      const [dividend] = dividends;
      if (dividend === undefined) return [];
      if (dividends.length === 1) return [[dividend, withheld]];
      const pairs = withheld.map((tax) => dividends.filter((one) => isTaxOf(tax, one)));
      const isClear = pairs.every(([one, other]) => one !== undefined && other === undefined);
      const used = new Set(pairs.flat());
      if (isClear && used.size === withheld.length)
        return withheld.map((tax, index) => [pairs[index]?.[0] ?? dividend, [tax]]);
      for (const one of dividends) shared.add(one);
      return [];
    }),
  );
  return { taxes, shared };
}

export const xtb: Profile = {
  broker: 'XTB',
  hidesCurrency: true,
  header: { all: ['id', 'type', 'time', 'symbol', 'comment', 'amount'], none: ['isin'] },
  read: ({ rows, before }) => {
    const once = withoutRepeated(rows);
    const isStated = new Set(once);
    const { taxes, shared } = taxesOf(once);
    const dividends = new Map([...taxes].flatMap(([row, withheld]) => withheld.map((tax) => [tax, row.line] as const)));
    const account = titleCurrency(before) === null ? accountCurrency(once) : NAMED;
    return rows.map((row) => {
      if (!isStated.has(row)) return { kind: 'ignored', reason: 'An earlier row with its ID states the same.' };
      const to = dividends.get(row);
      return to === undefined ? read(row, taxes.get(row) ?? [], account, shared.has(row)) : { kind: 'joined', to };
    });
  },
};

const NO_CURRENCY = 'The file does not name the currency of this amount. It may not be pounds. Check it.';

/** The title names the currency. */
const NAMED: AccountCurrency = { currency: '', isLondonOpen: false };

function read(
  row: BrokerRow,
  withheld: readonly BrokerRow[],
  { currency, isLondonOpen }: AccountCurrency,
  isTaxShared: boolean,
): ProfileRow {
  const kind = row.get('type').toLowerCase();
  const cells = {
    currency: currency ?? paidIn(row),
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
      ...joinNotes(
        isOther &&
          `'${row.get('comment')}' does not fit '${row.get('type')}'. A sale of shares that are not held is not read. Check the row.`,
        isLondonOpen &&
          marketOf(row) === 'UK' &&
          'Trades elsewhere were not paid in pounds, so this one may not be either. Check its currency.',
      ),
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
      ...joinNotes(currency === null && NO_CURRENCY, isTaxShared && SHARED_TAX, taxNote(gross, tax).note),
    };
  }
  if (row.get('symbol') === '' || /^(?:deposit|withdrawal|free funds interest|transfer)/u.test(kind))
    return cash({
      kind: cashKindOf(kind),
      date: row.get('time'),
      amount: valueOf(row.get('amount')),
      ...((currency ?? '') !== '' && { currency: currency ?? '' }),
      words: row.get('type'),
      reference: row.get('id'),
      ...joinNotes(currency === null && NO_CURRENCY),
    });
  if (kind.startsWith('withholding tax')) return { kind: 'fault', message: TAX_WITHOUT_DIVIDEND, cells };
  return unknownKind('XTB', 'type', row.get('type'), cells);
}
