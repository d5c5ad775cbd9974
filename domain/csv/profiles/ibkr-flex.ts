/** Interactive Brokers, Flex Query of trades (FORMATS 3.11): columns that the user chose, repeated headers, one level of detail kept. */
import { multiply } from '../../decimal.ts';
import { cellOf, pricedCell, sizeOf, toPenny } from './figures.ts';
import { byHeadings, headerKey, type BrokerFile, type BrokerRow, type Profile, type ProfileRow } from './profile.ts';

const MARKERS = new Set(['BOF', 'BOA', 'BOS', 'EOS', 'EOA', 'EOF', 'MSG']);

function readRow(row: BrokerRow, level: string): ProfileRow {
  const first = (row.cells[0] ?? '').trim();
  if (
    MARKERS.has(first) ||
    headerKey(first) === 'clientaccountid' ||
    row.cells.some((cell) => headerKey(cell) === 'tradedate')
  )
    return { kind: 'ignored' };
  const detail = row.get('levelofdetail').toUpperCase();
  if (detail !== '' && detail !== level) return { kind: 'ignored' };
  if (row.get('assetclass').toUpperCase() === 'CASH') return { kind: 'cash' };
  const [quantity, price] = [sizeOf(row.get('quantity')), sizeOf(row.get('tradeprice'))];
  const currency = row.get('currencyprimary', 'currency');
  const side = row.get('buy/sell').toUpperCase();
  const product = quantity === null || price === null ? null : toPenny(multiply(quantity, price));
  const cells = {
    transactionDate: (row.get('tradedate') || row.get('datetime')).split(';', 1)[0] ?? '',
    isin: row.get('isin'),
    ticker: row.get('symbol'),
    assetName: row.get('description'),
    quantity: cellOf(quantity),
    price: pricedCell(price, currency),
    currency,
    consideration: cellOf(sizeOf(row.get('trademoney')) ?? product),
    brokerDealReference: row.get('tradeid'),
    brokerCharge: pricedCell(sizeOf(row.get('ibcommission')), row.get('ibcommissioncurrency')),
    stampDuty: cellOf(sizeOf(row.get('taxes'))),
  };
  const transactionType = /^buy/iu.test(side) ? 'BUY' : /^sell/iu.test(side) ? 'SELL' : null;
  if (transactionType === null)
    return {
      kind: 'fault',
      message: `Buy/Sell '${row.get('buy/sell')}' is neither. Choose a type for this row or leave it out.`,
      cells,
    };
  return { kind: 'transaction', cells: { ...cells, transactionType } };
}

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const hasExecutions = rows.some((row) => row.get('levelofdetail').toUpperCase() === 'EXECUTION');
  return rows.map((row) => readRow(row, hasExecutions ? 'EXECUTION' : 'ORDER'));
}

export const ibkrFlex: Profile = {
  broker: 'Interactive Brokers',
  ragged: true,
  match: byHeadings({ all: ['tradedate', 'isin', 'quantity', 'tradeprice', 'buy/sell'] }),
  read,
};
