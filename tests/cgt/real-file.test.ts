/** The whole of transactions-real.csv gives the expected gains, to the penny, for both account holders and every year. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../domain/values/amount.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { totalsByAccount } from '../../domain/cgt/tax/year-totals.ts';
import { parseIsoDate, type IsoDate } from '../../domain/values/dates.ts';
import { negate, round, sum, toText, type Exact } from '../../domain/values/decimal.ts';
import { TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { checkTransaction } from '../../domain/records/transaction.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';

interface Expected {
  readonly valid: number;
  readonly capitalGains: Readonly<Record<string, Readonly<Record<TaxYear, ExpectedYear>>>>;
}

interface Figures {
  readonly gains: string;
  readonly losses: string;
  readonly net: string;
}

/** Exact sums, and the sums of what is shown. */
interface ExpectedYear extends Figures {
  readonly disposals: number;
  readonly shown: Figures;
}

/** The decimals to which the fixture states exact sums. */
const EXACT_PLACES = 10;

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

function summed(gains: readonly Exact<'pounds'>[]): Figures {
  const text = (parts: readonly Exact<'pounds'>[]): string => toText(round(sum(parts), EXACT_PLACES));
  return {
    gains: text(gains.filter((gain) => gain > 0n)),
    losses: text(gains.filter((gain) => gain < 0n).map(negate)),
    net: text(gains),
  };
}

describe('the real file', () => {
  const expected = JSON.parse(fixture('transactions-real.expected.json')) as Expected;
  const transactions = readRows(fixture('transactions-real.csv'));
  const result = computeGains({ transactions, assets: new Map(), asOf: '2026-12-31' as IsoDate });
  const totals = totalsByAccount(result);

  it('has the expected valid rows', () => {
    expect(transactions).toHaveLength(expected.valid);
  });

  for (const [account, years] of Object.entries(expected.capitalGains)) {
    it(`gives ${account} the expected gains in every year, exactly and as shown (RULES 4.7)`, () => {
      const taxable = result.classes
        .filter(({ accountId }) => accountId === account)
        .flatMap(({ disposals }) => disposals)
        .filter(({ exempt }) => exempt === null);
      const gainsOf = (year: string) => taxable.filter(({ taxYear }) => taxYear === year).map(({ gain }) => gain);
      const actual = [...(totals.get(account) ?? [])].map(([year, { disposals, gains, losses, net }]) => [
        year,
        {
          disposals,
          ...summed(gainsOf(year)),
          shown: { gains: toText(gains), losses: toText(losses), net: toText(net) },
        },
      ]);
      expect(Object.fromEntries(actual)).toEqual(years);
      for (const [year, { shown }] of Object.entries(years))
        expect(summed(gainsOf(year).map((gain) => round(gain, 2)))).toEqual(shown);
    });
  }
});
