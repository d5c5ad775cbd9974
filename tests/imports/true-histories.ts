/** Made-up histories of trades and dividends, and the files that brokers write of parts of them. */

/** A whole number below a count. */
export type Pick = (count: number) => number;

interface Security {
  readonly isin: string;
  readonly sedol: string;
  readonly ticker: string;
  readonly name: string;
  readonly price: number;
}

/** What took place; two of one day may be equal. */
export interface TrueRow {
  readonly kind: 'Buy' | 'Sell' | 'Dividend';
  readonly day: string;
  readonly time: string;
  readonly security: Security;
  readonly units: number;
  readonly price: number;
  readonly amount: string;
  readonly reference: string;
}

/** How one kind of file states them. */
export interface Layout {
  readonly broker: string;
  readonly header: string;
  readonly line: (row: TrueRow) => string;
}

const SECURITIES: readonly Security[] = [
  { isin: 'GB00BH4HKS39', sedol: 'BH4HKS3', ticker: 'VOD', name: 'Vodafone Group plc', price: 0.72 },
  { isin: 'GB00B10RZP78', sedol: 'B10RZP7', ticker: 'ULVR', name: 'Unilever plc', price: 45 },
  { isin: 'GB00BLDYK618', sedol: 'BLDYK61', ticker: 'SMT', name: 'Scottish Mortgage Investment Trust plc', price: 9 },
];
const DOLLAR_SECURITIES: readonly Security[] = [
  { isin: 'US0378331005', sedol: '', ticker: 'AAPL', name: 'Apple Inc', price: 198 },
  { isin: 'US5949181045', sedol: '', ticker: 'MSFT', name: 'Microsoft Corp', price: 420 },
];

/** The rows of a year in order; a tenth of the trades took place twice. */
export function trueRows(pick: Pick, count: number, inDollars: boolean): readonly TrueRow[] {
  const securities = inDollars ? DOLLAR_SECURITIES : SECURITIES;
  const rows = Array.from({ length: count }, (_row, index): readonly TrueRow[] => {
    const security = securities[pick(securities.length)] ?? SECURITIES[0];
    if (security === undefined) return [];
    const kind = (['Buy', 'Buy', 'Sell', 'Dividend'] as const)[pick(4)] ?? 'Buy';
    const units = 10 + pick(400);
    const price = Math.round(security.price * (9000 + pick(2000))) / 10_000;
    // No two dividends are of the same amount.
    const amount = kind === 'Dividend' ? (units * security.price) / 100 + index / 100 : units * price;
    const day = new Date(Date.UTC(2025, 0, 2 + pick(320))).toISOString().slice(0, 10);
    const one = { kind, day, security, units, price, amount: amount.toFixed(2) };
    const times = kind !== 'Dividend' && pick(10) === 0 ? ['09:30:00', '14:45:10'] : ['11:15:20'];
    return times.map((time, part) => ({ ...one, time, reference: String(7_000_000 + 17 * index + part) }));
  }).flat();
  return rows.toSorted((a, b) => a.day.localeCompare(b.day) || a.reference.localeCompare(b.reference));
}

const ISO_DAY = /^(\d+)-(\d+)-(\d+)$/u;

function trading212(header: string, line: (row: TrueRow, price: string, name: string) => string): Layout {
  return {
    broker: 'Trading 212',
    header,
    line: (row) => {
      const unit = row.kind === 'Dividend' ? Number(row.amount) / row.units : row.price * 100;
      const price = `${row.units}.0000000000,${unit.toFixed(6)},${row.kind === 'Dividend' ? 'GBP,Not available' : 'GBX,100.00000'}`;
      const name = `${row.security.isin},${row.security.ticker},"${row.security.name}"`;
      return line(row, price, name);
    },
  };
}

const action = ({ kind }: TrueRow): string =>
  kind === 'Dividend' ? 'Dividend (Dividend)' : `Market ${kind.toLowerCase()}`;
const orderOf = ({ kind, reference }: TrueRow): string => (kind === 'Dividend' ? '' : `EOF${reference}`);

/** One of each list is of one broker; its files may state the same row in either way. */
export const BROKER_LAYOUTS: readonly (readonly Layout[])[] = [
  [
    trading212(
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),ID',
      (row, price, name) =>
        `${action(row)},${row.day} ${row.time}.411,${name},${price},${row.amount},GBP,${orderOf(row)}`,
    ),
    trading212(
      'Action,Time (UTC),ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)',
      (row, price, name) =>
        `${action(row)},${row.day} ${row.time}+00:00,${name},,${orderOf(row)},${price},${row.amount},GBP`,
    ),
  ],
  [
    {
      broker: 'HSBC',
      header:
        'Transaction Date,Transaction Description,Product Code,Product Short Name,No. of Units,Price Currency,Deal Price,Settlement Currency,Settled Amount,Transaction Reference',
      line: ({ kind, day, security, units, price, amount, reference }) => {
        const [what, ...figures] =
          kind === 'Dividend'
            ? ['Cash dividend received', 'n/a', 'GBP', 'n/a']
            : [kind === 'Buy' ? 'Bought' : 'Sold', units, 'GBP', price];
        return `${day},${what},${security.sedol},${security.name.toUpperCase()},${figures.join(',')},GBP,£${amount},HS${reference}`;
      },
    },
  ],
  [
    {
      broker: 'Other',
      header: 'Date,Type,ISIN,Name,Quantity,Price (GBP),Total (GBP)',
      line: ({ kind, day, security, units, price, amount }) =>
        `${day},${kind},${security.isin},${security.name},${kind === 'Dividend' ? ',' : `${units},${price}`},${amount}`,
    },
  ],
  [
    {
      broker: 'Charles Schwab',
      header: 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount',
      line: ({ kind, day, security, units, price, amount }) => {
        const figures = kind === 'Dividend' ? ',,' : `${units},$${price},`;
        const what = kind === 'Dividend' ? 'Qualified Dividend' : kind;
        return `${day.replace(ISO_DAY, '$2/$3/$1')},${what},${security.ticker},${security.name.toUpperCase()},${figures},${kind === 'Buy' ? '-' : ''}$${amount}`;
      },
    },
  ],
];
