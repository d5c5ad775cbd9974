/**
 * Files of unknown brokers with a running balance, in random layouts: nothing is asked where nothing is changed, and a
 * changed figure or a missing row is found. A failure names its seed.
 */
import { expect, it } from 'vitest';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { runs } from '../runs.ts';
import { picker } from './picker.ts';
import { prepare } from './samples.ts';

type Pick = (count: number) => number;

const SIGNS = { Buy: -1, Sell: 1, Dividend: 1, Deposit: 1, Withdrawal: -1, 'Platform fee': -1 } as const;
const TYPES = ['Deposit', 'Buy', 'Buy', 'Sell', 'Dividend', 'Withdrawal', 'Platform fee'] as const;

const money = (pence: number): string => (pence / 100).toFixed(2);

interface StatedRow {
  readonly cells: readonly string[];
  /** An earlier row of its currency has a balance, so that its own proves it. */
  readonly isProved: boolean;
  /** A later row of its currency shows that it is missing. */
  isFollowed: boolean;
}

/** A file's header and its rows, the newest last or first. */
function file(pick: Pick): { readonly header: readonly string[]; readonly rows: readonly StatedRow[] } {
  const [isNet, signs, order] = [pick(2) === 0, pick(3), pick(3)];
  const currencies = (['GBP', 'USD'] as const).slice(0, 1 + pick(2));
  const balances = { GBP: pick(100_000), USD: pick(100_000) };
  const latest = new Map<string, StatedRow>();
  const days: StatedRow[][] = [];
  for (let day = 1; day <= 9; day += 1) {
    const paid = new Set<string>();
    days.push(
      Array.from({ length: 1 + pick(3) }, () => {
        const drawn = TYPES[pick(TYPES.length)] ?? 'Deposit';
        const isTrade = drawn === 'Buy' || drawn === 'Sell';
        const [units, price, charge] = isTrade ? [10 + pick(90), 5001 + pick(2000), 101 + pick(900)] : [0, 0, 0];
        const [sign, gross] = [SIGNS[drawn], isTrade ? units * price : 101 + pick(90_000)];
        const currency = currencies[pick(currencies.length)] ?? 'GBP';
        // Two dividends of a security on one day may be one payment before tax and after it.
        const type = drawn === 'Dividend' && paid.has(currency) ? 'Deposit' : drawn;
        if (type === 'Dividend') paid.add(currency);
        const net = gross - sign * charge;
        balances[currency] += sign * net;
        const amount = money(isNet ? net : gross);
        const security = isTrade || type === 'Dividend' ? (currency === 'USD' ? 'US0378331005' : 'IE00B3RBWM25') : '';
        const amounts =
          signs === 2 ? (sign < 0 ? [amount, ''] : ['', amount]) : [sign * signs < 0 ? `-${amount}` : amount];
        const figures = isTrade ? [String(units), money(price), money(charge)] : ['', '', ''];
        const before = latest.get(currency);
        const row = {
          cells: [`2024-05-0${day}`, type, security, ...figures, currency, ...amounts, money(balances[currency])],
          isProved: before !== undefined,
          isFollowed: false,
        };
        if (before !== undefined) before.isFollowed = true;
        latest.set(currency, row);
        return row;
      }),
    );
  }
  const header = ['Date', 'Type', 'ISIN', 'Quantity', 'Price', 'Commission', 'Currency'];
  return {
    header: [...header, ...(signs === 2 ? ['Money out', 'Money in'] : ['Amount']), 'Balance'],
    rows: (order === 0 ? days : days.toReversed()).flatMap((each) => (order === 1 ? each.toReversed() : each)),
  };
}

function read(rows: readonly (readonly string[])[]): PreparedImport {
  const lines = rows.map((_row, index) => index + 1);
  const prepared = prepare({ encoding: 'utf-8', delimiter: ',', rows, lines, headerIndex: 0, preamble: 0 });
  if (prepared === null) throw new Error('The file was refused.');
  return prepared;
}

/** Seeds of files in which the few rows of a second currency were not followed. */
const ONCE_WRONG = [411_331, 500_243, 600_059];

const isChosen = ({ status, notes }: PreparedRow): boolean => status === 'valid' && notes.length === 0;

it('a running balance in a file of an unknown broker proves its rows and shows which figure is wrong', () => {
  const { numRuns, seed } = runs(30, 5000);
  for (const each of [...ONCE_WRONG, ...Array.from({ length: numRuns }, (_, round) => seed + round)]) {
    const pick = picker(each);
    const name = `seed ${each}`;
    const { header, rows } = file(pick);
    const cells = [header, ...rows.map((row) => row.cells)];
    const original = read(cells);
    expect(
      original.rows.filter((row) => !isChosen(row)).map(({ notes, questions }) => [notes, questions]),
      name,
    ).toEqual([]);
    const proved = rows.flatMap(({ isProved }, index) => (isProved ? [index + 1] : []));
    expect(original.content.balance, name).toMatchObject({ agreeing: proved.length, breaks: [] });
    const line = proved[pick(proved.length)] ?? 0;
    const changed = (cell: string): string =>
      cell.replace(/\d(?=\.)/u, (digit) => String((Number(digit) + 1 + pick(9)) % 10));
    const wrong = cells.map((row, index) =>
      index === line ? row.map((cell, at) => (at > 6 && at < row.length - 1 ? changed(cell) : cell)) : row,
    );
    expect(
      read(wrong)
        .rows.filter(isChosen)
        .map(({ rowNumber }) => rowNumber),
      name,
    ).not.toContain(line + 1);
    const removed = read(cells.filter((_row, index) => index !== line));
    expect(removed.content.balance?.breaks.length, name).toBe(rows[line - 1]?.isFollowed === true ? 1 : 0);
  }
});

const table = (...lines: readonly string[]): PreparedImport => read(lines.map((line) => line.split(',')));
const chosen = ({ rows }: PreparedImport): readonly number[] => rows.filter(isChosen).map(({ rowNumber }) => rowNumber);

it('shows whether amounts include the charges, where no price does', () => {
  const rows = (...balances: readonly string[]): PreparedImport =>
    table(
      'Date,Type,ISIN,Quantity,Amount,Fee,Ledger',
      `2024-05-01,Deposit,,,1000.00,,${balances[0]}`,
      `2024-05-02,Buy,IE00B3RBWM25,5,500.00,5.00,${balances[1]}`,
      `2024-05-03,Sell,IE00B3RBWM25,1,90.00,5.00,${balances[2]}`,
      `2024-05-04,Deposit,,,10.00,,${balances[3]}`,
    );
  const [gross, net] = [rows('1000.00', '495.00', '580.00', '590.00'), rows('1000.00', '500.00', '590.00', '600.00')];
  expect([chosen(gross), chosen(net)]).toEqual([
    [2, 3, 4, 5],
    [2, 3, 4, 5],
  ]);
  expect([gross, net].map(({ rows: [, buy] }) => buy?.fields?.consideration)).toEqual([500, 495]);
  expect(chosen(rows('', '', '', ''))).toEqual([2, 5]);
});

it('shows money that moved against the type of its row', () => {
  const rows = table(
    'Date,Type,ISIN,Quantity,Price,Amount,Cash balance',
    '2024-05-01,Deposit,,,,1000.00,1000.00',
    '2024-05-02,Buy,IE00B3RBWM25,5,100.00,500.00,500.00',
    '2024-05-03,Platform fee,,,,4.00,504.00',
    '2024-05-04,Deposit,,,,10.00,514.00',
  );
  expect(chosen(rows)).toEqual([2, 3, 5]);
});

const UNITS = [
  '2024-05-01,Buy,IE00B3RBWM25,5,500.00,5',
  '2024-05-01,Buy,IE00B3XXRP09,7,500.00,9',
  '2024-05-02,Buy,IE00B3RBWM25,10,1010.00,15',
  '2024-05-03,Sell,IE00B3RBWM25,5,500.00,10',
  '2024-05-04,Split,IE00B3XXRP09,27,,36',
  '2024-05-05,Dividend,IE00B3XXRP09,,12.00,36',
] as const;

it('finds what is held after each row by its arithmetic', () => {
  const right = table('Date,Type,ISIN,Quantity,Amount,Column X', ...UNITS);
  expect([chosen(right), right.content.notices]).toEqual([
    [2, 3, 4, 5, 6, 7],
    ["The file's own number of units held agrees in all 5 rows that can be checked."],
  ]);
});

it.each(['Balance', 'Units held'])('proves units by what is held after each row (%s)', (heading) => {
  const header = `Date,Type,ISIN,Quantity,Amount,${heading}`;
  const right = table(header, ...UNITS);
  expect([chosen(right), right.content.balance]).toEqual([[2, 3, 4, 5, 6, 7], null]);
  expect(right.content.notices).toContain(
    "The file's own number of units held agrees in all 5 rows that can be checked.",
  );
  const wrong = table(header, ...UNITS.map((line) => line.replace(',10,1010', ',16,1010')));
  expect(wrong.rows.find(({ rowNumber }) => rowNumber === 4)?.notes).toContain(
    "The file's own number of units held does not add up here: it should be 21, but is 15. Check the units.",
  );
  expect(chosen(wrong)).not.toContain(4);
  // The new holding is not the change in units.
  const split = table(header, ...UNITS.map((line) => line.replace(',27,,', ',36,,')));
  expect(chosen(split)).not.toContain(6);
});

it('says that the balances of a file could not be followed', () => {
  const rows = table(
    'Date,Type,Amount,Balance',
    '2024-05-01,Deposit,1000.00,17.00',
    '2024-05-02,Platform fee,4.00,9.00',
    '2024-05-03,Deposit,10.00,44.00',
  );
  expect(rows.content.notices).toContain(
    "The balances in 'Balance' could not be followed from row to row, so they prove no amount.",
  );
});

const STATEMENT = [
  '2024-05-01,Balance brought forward,,,100.00',
  '2024-05-02,Deposit,,50.00,150.00',
  '2024-05-03,Platform fee,5.00,,145.00',
  '2024-05-04,Closing balance,,,145.00',
] as const;

it('leaves out the balances of a statement, which prove its first row too', () => {
  const header = 'Date,Type,Debit,Credit,Balance';
  const right = table(header, ...STATEMENT);
  expect(chosen(right)).toEqual([3, 4]);
  expect(right.rows).toHaveLength(2);
  expect(right.content.balance).toEqual({ agreeing: 3, breaks: [] });
  expect(right.content.skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'A balance, not a transaction.'],
    [5, 'A balance, not a transaction.'],
  ]);
  expect(chosen(table(header, ...STATEMENT.map((line) => line.replace(',50.00,', ',56.00,'))))).toEqual([4]);
  const cut = table(header, ...STATEMENT.filter((_line, index) => index !== 2));
  expect(cut.content.balance?.breaks).toEqual([{ line: 4, expected: '150.00', stated: '145.00' }]);
});

it('adds up the rows between two balances where no column states any', () => {
  const header = 'Date,Type,Amount';
  const rows = (fee: string): PreparedImport =>
    table(
      header,
      '01/05/2024,Opening balance,100.00',
      '02/05/2024,Deposit,50.00',
      `03/05/2024,Platform fee,${fee}`,
      '04/05/2024,Closing balance,145.00',
    );
  expect(rows('-5.00').content.balance).toEqual({ agreeing: 1, breaks: [] });
  expect(rows('-6.00').content.notices.join(' ')).toContain('do not follow from its rows');
});

it('reads no total, whatever column names it', () => {
  const rows = table(
    'Date,Type,Amount,Fee',
    '2024-05-01,Deposit,1000.00,',
    '2024-05-02,Deposit,4.00,',
    '2024-05-31,Total for period,1004.00,',
  );
  expect([rows.rows.length, chosen(rows)]).toEqual([2, [2, 3]]);
  expect(rows.content.totals?.agreeing).toEqual(['Amount']);
});

it('says that the units held do not follow from the trades', () => {
  const rows = table(
    'Date,Type,ISIN,Quantity,Amount,Units held',
    ...UNITS.slice(0, 4).map((line) => line.replace(/\d+$/u, '88')),
    '2024-05-05,Buy,IE00B3RBWM25,3,300.00,17',
  );
  expect(rows.content.notices.join(' ')).toContain("The units in 'Units held' do not follow from the file's trades");
});

it('says nothing of units held where no security has two trades', () => {
  const rows = table('Date,Type,ISIN,Quantity,Amount,Units balance', UNITS[1], UNITS[2]);
  expect(rows.content.notices.filter((notice) => notice.includes('Units balance'))).toEqual([]);
});

it('asks about all trades where the columns of prices and units look swapped', () => {
  const trades = (isSwapped: boolean): PreparedImport =>
    table(
      isSwapped ? 'Date,Type,ISIN,Price,Quantity,Amount' : 'Date,Type,ISIN,Quantity,Price,Amount',
      '2024-05-13,Buy,IE00B3RBWM25,12.5,101.4,1267.50',
      '2024-05-14,Buy,IE00B3RBWM25,41.2,99.6,4103.52',
      '2024-05-15,Sell,IE00B3RBWM25,3.1,100.3,310.93',
    );
  expect([chosen(trades(false)), chosen(trades(true))]).toEqual([[2, 3, 4], []]);
  expect(trades(true).rows[0]?.notes.join(' ')).toContain('the two columns may be swapped');
});

it('takes a charge within an amount for no rounding where the price prints its zeros', () => {
  const rows = table(
    'Date,Type,ISIN,Quantity,Price,Amount',
    '2024-05-13,Buy,GB00BH4HKS39,2598,64.00p,1674.67',
    '2024-05-14,Buy,GB00BH4HKS39,2020,66.20p,1349.19',
    '2024-05-15,Buy,GB00BH4HKS39,1003,77.70p,791.28',
  );
  expect(rows.rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge])).toEqual([
    [1662.72, 11.95],
    [1337.24, 11.95],
    [779.33, 11.95],
  ]);
});

it('asks about a whole price in pence beside a fraction of a unit', () => {
  const rows = table('Date,Type,ISIN,Quantity,Price,Amount', '2024-05-13,Buy,GB00BH4HKS39,70.2,88p,61.78');
  expect(rows.rows[0]?.notes.join(' ')).toContain('look swapped');
});
