/** Random histories for fast-check: plausible and implausible ones, with every type of row. */
import fc from 'fast-check';
import { addDays } from '../../domain/values/dates.ts';
import { isCashEvent, type TaxWrapper, type TransactionType } from '../../domain/fields/enums.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { day, row, type RowOptions } from './rows.ts';

const FIRST_DAY = day('2023-12-20');

/** Days are few and close, so that same-day, 30-day and day-31 cases are common. */
const closeDates = fc
  .oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 120 }), fc.constantFrom(30, 31, 60, 61))
  .map((offset) => addDays(FIRST_DAY, offset));
const quantities = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 1, max: 3_000_000 }).map((millionths) => millionths / 1_000_000),
  fc.integer({ min: 1, max: 20 }).map((tens) => tens * 10),
);
const pence = fc.integer({ min: 0, max: 5_000_000 }).map((amount) => amount / 100);
const charges = fc.constantFrom(0, 0, 5.99, 11.95, 0.1, 0.2);

export interface HistoryLimits {
  readonly types: readonly TransactionType[];
  readonly wrappers?: readonly TaxWrapper[];
  readonly accounts?: readonly string[];
  readonly isins?: readonly string[];
  readonly minRows?: number;
  readonly maxRows?: number;
  /** Any day of so many; without it days are few and close. */
  readonly days?: number;
}

const RATIOS: readonly (readonly [number, number])[] = [
  [2, 1],
  [3, 1],
  [1, 2],
  [7, 3],
  [1, 10],
  [20, 19],
];

/** Rows of the given types, each with what its type needs, in any order. Ids are `t-00` on, so a failure is easy to read. */
export function histories({
  types,
  wrappers = ['DEALING'],
  accounts = ['ann'],
  isins = ['TEST'],
  minRows = 1,
  maxRows = 24,
  days,
}: HistoryLimits): fc.Arbitrary<Transaction[]> {
  const one = fc.record({
    type: fc.constantFrom(...types),
    date:
      days === undefined ? closeDates : fc.integer({ min: 0, max: days }).map((offset) => addDays(FIRST_DAY, offset)),
    quantity: quantities,
    consideration: pence,
    brokerCharge: charges,
    stampDuty: charges,
    wrapper: fc.constantFrom(...wrappers),
    account: fc.constantFrom(...accounts),
    isin: fc.constantFrom(...isins),
    other: fc.constantFrom(...isins),
    ratio: fc.constantFrom(...RATIOS),
    fraction: fc.constantFrom(0, 0.1, 0.25, 0.333333333333, 1),
    value: pence,
  });
  return fc.array(one, { minLength: minRows, maxLength: maxRows }).map((seeds) =>
    seeds.flatMap((seed, index): Transaction[] => {
      const { type, isin, other, account, wrapper } = seed;
      const id = `t-${String(index).padStart(2, '0')}`;
      const common: RowOptions = {
        id,
        account,
        wrapper,
        isin,
        brokerCharge: seed.brokerCharge,
        stampDuty: seed.stampDuty,
      };
      if (isCashEvent(type)) throw new TypeError(`${type} is of no security`);
      switch (type) {
        case 'SPLIT':
        case 'BONUS_ISSUE':
          return [row(type, seed.date, null, 0, { id, account, wrapper, isin, ratio: seed.ratio })];
        case 'RETURN_OF_CAPITAL':
          return [
            row(type, seed.date, null, seed.consideration, { id, account, wrapper, isin, smallTreatment: 'deduct' }),
          ];
        case 'ACCUMULATION':
        case 'EQUALISATION':
        case 'DIVIDEND':
        case 'INTEREST':
          return [row(type, seed.date, null, seed.consideration / 100, { id, account, wrapper, isin })].map(withPence);
        case 'MERGER':
          return other === isin
            ? []
            : [
                row(type, seed.date, seed.quantity, 0, {
                  id,
                  account,
                  wrapper,
                  isin,
                  relatedIsin: other,
                  valueAfter: seed.value,
                }),
              ];
        case 'DEMERGER':
          return other === isin
            ? []
            : [
                row(type, seed.date, seed.quantity, 0, {
                  id,
                  account,
                  wrapper,
                  isin,
                  relatedIsin: other,
                  costFraction: seed.fraction,
                }),
              ];
        case 'ISIN_CHANGE':
          return other === isin
            ? []
            : [row(type, seed.date, null, 0, { id, account, wrapper, isin, relatedIsin: other })];
        case 'BUY':
        case 'SELL':
        case 'TRANSFER_IN':
        case 'TRANSFER_OUT':
        case 'DIVIDEND_REINVESTED':
        case 'RIGHTS_ISSUE':
          return [row(type, seed.date, seed.quantity, seed.consideration, common)];
      }
    }),
  );
}

function withPence(transaction: Transaction): Transaction {
  return {
    ...transaction,
    consideration: (Math.round(transaction.consideration * 100) / 100) as Transaction['consideration'],
  };
}

/** Transfers that join two accounts, or two brokers of one account, as pairs of linked rows. */
export function linkedTransfers(accounts: readonly string[], isins: readonly string[]): fc.Arbitrary<Transaction[]> {
  const one = fc.record({
    date: closeDates,
    quantity: quantities,
    from: fc.constantFrom(...accounts),
    to: fc.constantFrom(...accounts),
    isin: fc.constantFrom(...isins),
  });
  return fc.array(one, { maxLength: 4 }).map((seeds) =>
    seeds.flatMap(({ date, quantity, from, to, isin }, index) => {
      const transferId = `link-${index}`;
      return [
        row('TRANSFER_OUT', date, quantity, 0, {
          id: `${transferId}-out`,
          account: from,
          isin,
          transferId,
          broker: 'one',
          brokerCharge: index,
        }),
        row('TRANSFER_IN', date, quantity, 999, {
          id: `${transferId}-in`,
          account: to,
          isin,
          transferId,
          broker: 'two',
          brokerCharge: 2 * index,
        }),
      ];
    }),
  );
}
