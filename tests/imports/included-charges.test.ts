/** Columns of charges of which one includes another: no row that is chosen beforehand counts a charge twice. */
import { describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { picker } from './picker.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const ISIN = 'GB00BH4HKS39';
const PLAIN = 'Date,Type,ISIN,Quantity,Price (GBP),Amount (GBP)';

interface Trade {
  readonly type: 'Buy' | 'Sell';
  readonly quantity: number;
  readonly price: number;
  readonly commission: number;
  readonly duty: number;
}

const pence = (value: number): string => value.toFixed(2);
const amountOf = ({ quantity, price }: Trade): number => Math.round(quantity * price * 100) / 100;
const chargesOf = ({ commission, duty }: Trade): number => commission + duty;

/** A file of trades with these columns beside the plain ones. */
function fileOf(trades: readonly Trade[], columns: Readonly<Record<string, (trade: Trade) => number>>) {
  return read(
    [PLAIN, ...Object.keys(columns)].join(','),
    ...trades.map((trade, at) =>
      [
        `${String(at + 2).padStart(2, '0')}/04/2024`,
        trade.type,
        ISIN,
        trade.quantity,
        trade.price,
        ...[amountOf, ...Object.values(columns)].map((figure) => pence(figure(trade))),
      ].join(','),
    ),
  );
}

const bought = (amount: number, commission = 9.95): Trade => ({
  type: 'Buy',
  quantity: amount,
  price: 1,
  commission,
  duty: amount * 0.005,
});
const sold = (amount: number): Trade => ({ ...bought(amount), type: 'Sell', duty: 0 });

const commission = (trade: Trade): number => trade.commission;
const duty = (trade: Trade): number => trade.duty;

describe('a column that may be of all charges', () => {
  const trades = [bought(2500), sold(1300), bought(5100)];

  it('is to be checked beside a part of them', () => {
    const { rows } = fileOf(trades, { 'Stamp Duty': duty, Fees: chargesOf });
    expect(rows.map(({ notes }) => notes)).toEqual([
      ['Fees of 22.45 may include Stamp Duty of 12.50: both were added. Check the charges.'],
      [],
      ['Fees of 35.45 may include Stamp Duty of 25.50: both were added. Check the charges.'],
    ]);
    expect(chosen(fileOf(trades, { Commission: commission, Charges: chargesOf }))).toEqual([]);
    expect(
      chosen(fileOf(trades, { Commission: commission, 'Commission inc VAT': (trade) => trade.commission * 1.2 })),
    ).toEqual([]);
  });

  it('is the other charge where a row shows it, or a net amount', () => {
    expect(chosen(fileOf(trades, { 'Stamp Duty': duty, Fees: commission }))).toEqual([2, 3, 4]);
    // A flat fee beside two duties, neither above it.
    expect(chosen(fileOf([bought(600), bought(900)], { 'Stamp Duty': duty, Fees: commission }))).toEqual([2, 3]);
    const small = [bought(600)];
    expect(chosen(fileOf(small, { 'Stamp Duty': duty, Fees: commission }))).toEqual([]);
    const net = (trade: Trade): number => amountOf(trade) + chargesOf(trade);
    expect(chosen(fileOf(small, { 'Stamp Duty': duty, Fees: commission, 'Net Amount': net }))).toEqual([2]);
    expect(chosen(fileOf(small, { 'Stamp Duty': duty, 'Other charges': commission }))).toEqual([2]);
  });

  it('proves the charges where they make it, and is to be checked where they do not', () => {
    const both = { Commission: commission, 'Stamp Duty': duty };
    expect(chosen(fileOf(trades, { ...both, 'Total charges': chargesOf }))).toEqual([2, 3, 4]);
    const { rows } = fileOf(trades, { Commission: commission, 'Total Fees': chargesOf });
    expect(rows.map(({ notes }) => notes)).toEqual([
      ['Total Fees is 22.45, but charges of 9.95 were read. Check them.'],
      [],
      ['Total Fees is 35.45, but charges of 9.95 were read. Check them.'],
    ]);
  });
});

const ALL = ['Fees', 'Charges', 'Costs', 'Total Fees', 'Total charges', 'All costs', 'Dealing Costs', 'Trading fees'];

it('no file with a column of all charges beside some of them counts one twice without a notice', () => {
  const { numRuns, seed } = runs(200, 5000);
  const pick = picker(seed);
  const wrong: string[] = [];
  let taken = 0;
  for (let round = 0; round < numRuns; round += 1) {
    const flat = [0, 5.95, 9.95, 11.5][pick(4)];
    const trades = Array.from({ length: 1 + pick(5) }, (): Trade => {
      const [quantity, price] = [1 + pick(4000), (50 + pick(3000)) / 100];
      const isBuy = pick(3) > 0;
      const amount = Math.round(quantity * price * 100) / 100;
      return {
        type: isBuy ? 'Buy' : 'Sell',
        quantity,
        price,
        commission: flat ?? Math.round(amount * 0.2) / 100,
        duty: isBuy ? Math.round(amount * 0.5) / 100 : 0,
      };
    });
    const parts = [{ Commission: commission }, { 'Stamp Duty': duty }, { Commission: commission, 'Stamp Duty': duty }];
    const columns = { ...parts[pick(3)], [ALL[pick(ALL.length)] ?? '']: chargesOf };
    for (const { fields, notes, status } of fileOf(trades, columns).rows) {
      const trade = trades.find(({ quantity, price }) => quantity === fields?.quantity && price === fields.localPrice);
      if (fields === null || status !== 'valid' || notes.length > 0 || trade === undefined) continue;
      taken += 1;
      const charged = Number(fields.brokerCharge) + Number(fields.stampDuty);
      if (Math.abs(charged - chargesOf(trade)) > 0.0051)
        wrong.push(`${Object.keys(columns).join(',')}: ${charged} for ${chargesOf(trade)}`);
    }
  }
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(taken).toBeGreaterThan(0);
});
