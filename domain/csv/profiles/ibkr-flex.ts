/**
 * Interactive Brokers, Flex Query (FORMATS 3.11): columns chosen by the user, repeated headers; trades and cash
 * transactions may be sections of one file, each below its header.
 */
import { readFlexCash } from './ibkr-flex-cash.ts';
import { ratesOf, readFlexTrades } from './ibkr-flex-trades.ts';
import {
  countHeadings,
  type BrokerFile,
  type BrokerRow,
  type Headings,
  type Profile,
  type ProfileRow,
} from './profile.ts';

const TRADES: Headings = { all: ['tradedate', 'isin', 'quantity', 'tradeprice', 'buy/sell'] };
const CASH: Headings = {
  all: ['type', 'description', 'amount', 'settledate'],
  any: [
    ['currencyprimary', 'currency'],
    ['isin', 'symbol'],
  ],
  none: ['tradeprice'],
};

function read({ rows }: BrokerFile): readonly ProfileRow[] {
  const isTrade = (row: BrokerRow): boolean => row.has('tradeprice');
  const rates = ratesOf(rows);
  const answers = new Map<BrokerRow, ProfileRow>();
  const take = (part: readonly BrokerRow[], read: typeof readFlexTrades): void => {
    for (const [at, answer] of read(part, rates).entries()) {
      const row = part[at];
      if (row !== undefined) answers.set(row, answer);
    }
  };
  take(rows.filter(isTrade), readFlexTrades);
  take(
    rows.filter((row) => !isTrade(row)),
    readFlexCash,
  );
  return rows.map((row) => answers.get(row) ?? { kind: 'ignored' });
}

export const ibkrFlex: Profile = {
  broker: 'Interactive Brokers',
  dateOrder: null,
  paysNegative: true,
  statesCurrency: true,
  ragged: true,
  header: (row) => countHeadings(TRADES, row) || countHeadings(CASH, row),
  read,
};
