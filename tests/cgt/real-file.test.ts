/** The whole of transactions-real.csv gives the expected gains, to the penny, for both account holders and every year. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAmount, type Pounds } from '../../domain/amount.ts';
import { computeGains } from '../../domain/cgt/compute.ts';
import { totalsByAccount } from '../../domain/cgt/year-totals.ts';
import { parseIsoDate, type IsoDate } from '../../domain/dates.ts';
import { toFixed } from '../../domain/decimal.ts';
import { TRANSACTION_TYPES } from '../../domain/enums.ts';
import type { Transaction } from '../../domain/records.ts';
import { checkTransaction } from '../../domain/transaction.ts';
import type { TaxYear } from '../../domain/tax-year.ts';

interface Expected {
  readonly valid: number;
  readonly capitalGains: Readonly<
    Record<string, Readonly<Record<TaxYear, { disposals: number; gains: string; losses: string; net: string }>>>
  >;
}

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/samples/${name}`, import.meta.url), 'utf8');
}

/** The file's valid rows, once each; it has no quoted cells. */
function readRows(text: string): Transaction[] {
  const seen = new Set<string>();
  return text
    .trim()
    .split(/\r?\n/u)
    .slice(1)
    .flatMap((line): Transaction[] => {
      const [
        date = '',
        type = '',
        isin = '',
        ,
        account = '',
        broker = '',
        wrapper = '',
        quantity = '',
        price = '',
        consideration = '',
        charge = '',
        duty = '',
        fx = '',
        reference = '',
      ] = line.split(',');
      if (seen.has(reference)) return [];
      const checked = checkTransaction({
        transactionType: TRANSACTION_TYPES.find((option) => option.label === type)?.value ?? type,
        transactionDate: parseIsoDate(date) ?? date,
        isin,
        accountId: account,
        brokerId: broker,
        brokerDealReference: reference,
        taxWrapper: wrapper,
        quantity: parseAmount(quantity),
        nativePrice: parseAmount(price),
        localPrice: parseAmount(price),
        consideration: parseAmount(consideration),
        brokerCharge: parseAmount(charge),
        stampDuty: parseAmount(duty),
        fxCharge: parseAmount(fx),
      });
      if (!checked.ok) return [];
      seen.add(reference);
      return [{ id: reference, ...checked.value }];
    });
}

describe('the real file', () => {
  const expected = JSON.parse(fixture('transactions-real.expected.json')) as Expected;
  const transactions = readRows(fixture('transactions-real.csv'));
  const totals = totalsByAccount(computeGains({ transactions, assets: new Map(), asOf: '2026-12-31' as IsoDate }));

  it('has the expected valid rows', () => {
    expect(transactions).toHaveLength(expected.valid);
  });

  for (const [account, years] of Object.entries(expected.capitalGains)) {
    it(`gives ${account} the expected gains in every year`, () => {
      const actual = Object.fromEntries(
        [...(totals.get(account) ?? [])].map(([year, t]) => [
          year,
          { disposals: t.disposals, gains: toFixed(t.gains, 2), losses: toFixed(t.losses, 2), net: toFixed(t.net, 2) },
        ]),
      );
      const rounded = Object.fromEntries(
        Object.entries(years).map(([year, t]) => [
          year,
          { disposals: t.disposals, gains: penny(t.gains), losses: penny(t.losses), net: penny(t.net) },
        ]),
      );
      expect(actual).toEqual(rounded);
    });
  }
});

function penny(text: string): string {
  return ((Math.round(Number(text) * 100) / 100) as Pounds).toFixed(2);
}
