/** The trades of a Flex Query of Interactive Brokers; only one level of detail is used. */
import { absolute, multiply, negate, ONE } from '../../values/decimal.ts';
import { cellOf, costOf, pricedCell, sizeOf, statedCell, toPenny, valueOf } from './figures.ts';
import { conversionRow } from './ibkr-cash.ts';
import { headerKey, joinNotes, SOLD_SHORT, type BrokerRow, type ProfileRow } from './profile.ts';

/** The first cells of lines that only delimit the parts of a file. */
export const MARKERS: ReadonlySet<string> = new Set(['BOF', 'BOA', 'BOS', 'EOS', 'EOA', 'EOF', 'MSG']);

/** Options, futures, contracts for difference, warrants and the like. */
const OTHER_CLASSES: ReadonlySet<string> = new Set([
  'OPT',
  'FUT',
  'FOP',
  'FSFOP',
  'CFD',
  'WAR',
  'IOPT',
  'CRYPTO',
  'CMDTY',
]);

const BONDS: ReadonlySet<string> = new Set(['BOND', 'BILL']);

/** The money has no sign here: its direction is opposite to the quantity's. */
function conversion(row: BrokerRow): ProfileRow {
  const [quantity, currency] = [valueOf(row.get('quantity')), row.get('currencyprimary', 'currency')];
  const money = sizeOf(row.get('trademoney')) ?? sizeOf(row.get('proceeds'));
  return conversionRow({
    line: row.line,
    symbol: row.get('symbol'),
    date: (row.get('tradedate') || row.get('datetime')).split(';', 1)[0] ?? '',
    quantity,
    money: money !== null && (quantity ?? 0n) > 0n ? negate(money) : money,
    price: row.get('tradeprice'),
    fee: valueOf(row.get('ibcommission')),
    feeCurrency: row.get('ibcommissioncurrency') || currency,
    currency,
    reference: row.get('tradeid'),
  });
}

function readRow(row: BrokerRow, level: string, rates: ReadonlyMap<BrokerRow, string>): ProfileRow {
  const first = (row.cells[0] ?? '').trim();
  if (
    MARKERS.has(first) ||
    headerKey(first) === 'clientaccountid' ||
    row.cells.some((cell) => headerKey(cell) === 'tradedate')
  )
    return { kind: 'ignored' };
  const detail = row.get('levelofdetail').toUpperCase();
  if (detail !== '' && detail !== level) return { kind: 'ignored' };
  const assetClass = row.get('assetclass').toUpperCase();
  if (assetClass === 'CASH') return conversion(row);
  if (OTHER_CLASSES.has(assetClass))
    return { kind: 'ignored', reason: `Asset class ${assetClass}: only shares, funds and bonds are read.` };
  const [signed, price] = [valueOf(row.get('quantity')), sizeOf(row.get('tradeprice'))];
  const quantity = signed === null ? null : absolute(signed);
  const currency = row.get('currencyprimary', 'currency');
  const side = row.get('buy/sell').toUpperCase();
  const money = sizeOf(row.get('trademoney')) ?? sizeOf(row.get('proceeds'));
  // The price of a bond is for 100 of nominal.
  const isPerUnit = !BONDS.has(assetClass);
  const product = quantity === null || price === null || !isPerUnit ? null : toPenny(multiply(quantity, price));
  const cells = {
    transactionDate: (row.get('tradedate') || row.get('datetime')).split(';', 1)[0] ?? '',
    isin: row.get('isin'),
    ticker: row.get('symbol'),
    assetName: row.get('description'),
    quantity: cellOf(quantity),
    price: isPerUnit || money !== null ? statedCell(row.get('tradeprice'), currency) : '',
    currency,
    consideration: cellOf(money ?? product),
    brokerDealReference: row.get('tradeid'),
    brokerCharge: pricedCell(costOf(row.get('ibcommission')), row.get('ibcommissioncurrency')),
    stampDuty: cellOf(costOf(row.get('taxes'))),
  };
  const transactionType = /^buy/iu.test(side) ? 'BUY' : /^sell/iu.test(side) ? 'SELL' : null;
  if (transactionType === null)
    return {
      kind: 'fault',
      message: `Buy/Sell '${row.get('buy/sell')}' is neither. Choose a type for this row or leave it out.`,
      cells,
    };
  const isCancelled = /\(ca\.?\)|cancel/iu.test(side) || /(?:^|;)Ca(?:$|;)/u.test(row.get('notes/codes', 'code'));
  // A cancelled purchase has a negative quantity, a cancelled sale a positive one.
  const isReversed = signed !== null && signed < 0n === (transactionType === 'BUY');
  // Each user chooses the columns of a query.
  const unstated =
    !row.has('ibcommission') &&
    row.get('netcash') === '' &&
    'The file has neither IBCommission nor NetCash, so charges were left out. Add them.';
  const transaction = {
    kind: 'transaction',
    cells: { ...cells, transactionType },
    proof: { net: row.get('netcash'), rate: rates.get(row) ?? '' },
    ...joinNotes(unstated),
  } as const;
  if (isCancelled || (transactionType === 'BUY' && isReversed)) return { ...transaction, isReversal: true };
  const position = row.get('open/closeindicator', 'openclose').toUpperCase();
  if (position.includes(transactionType === 'SELL' ? 'O' : 'C'))
    return { ...transaction, ...joinNotes(unstated, SOLD_SHORT) };
  return isReversed
    ? {
        ...transaction,
        ...joinNotes(
          unstated,
          `A sale of ${row.get('quantity')} units without a minus sign, unlike other sales in files of this broker. Check it.`,
        ),
      }
    : transaction;
}

/** Pounds for one unit by the file's own rate to its base currency, which its rows in pounds prove to be pounds. */
export function ratesOf(rows: readonly BrokerRow[]): ReadonlyMap<BrokerRow, string> {
  const currencyOf = (row: BrokerRow): string => row.get('currencyprimary', 'currency');
  const inPounds = rows.filter((row) => currencyOf(row) === 'GBP');
  const isBase = inPounds.length > 0 && inPounds.every((row) => sizeOf(row.get('fxratetobase')) === ONE);
  return new Map(isBase ? rows.map((row) => [row, row.get('fxratetobase')] as const) : []);
}

/** Reads trades, whose rates are those of the whole file. */
export function readFlexTrades(
  rows: readonly BrokerRow[],
  rates: ReadonlyMap<BrokerRow, string>,
): readonly ProfileRow[] {
  const hasExecutions = rows.some((row) => row.get('levelofdetail').toUpperCase() === 'EXECUTION');
  return rows.map((row) => readRow(row, hasExecutions ? 'EXECUTION' : 'ORDER', rates));
}
