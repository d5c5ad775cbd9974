import { describe, expect, it } from 'vitest';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { holdingsOf } from '../../domain/holdings/holdings.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';
import { priceAt, withTypedPrices } from '../../domain/plans/plan-prices.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { Price } from '../../domain/values/amount.ts';
import { round, sum, toAmount } from '../../domain/values/decimal.ts';
import { buy, day, row } from '../../tests/cgt/rows.ts';
import { price } from '../../tests/returns/returns-rows.ts';
import { planInputOf } from './plan-input.ts';
import { Plans } from './plans.ts';

const asOf = day('2024-06-10');
const ACCOUNTS = new Map(['ann', 'bob', 'cat'].map((id) => [id, { id, name: id }]));

/** The input of plans and the holdings of some rows, at a price before the split of 3 June. */
function worldOf(transactions: readonly Transaction[]) {
  const basis = { transactions, assets: new Map(), accounts: ACCOUNTS, asOf };
  const gains = computeGains(basis);
  const prices = priceLookup([price('2024-05-31', 20)]);
  const holdings = holdingsOf(gains, { ...basis, prices, rates: rateLookup([]) });
  const statements = { lossesBroughtForward: new Map(), settings: new Map() };
  return { holdings, input: planInputOf(basis, { gains, holdings, statements, targets: [], ownTargets: new Map() }) };
}

const SPLIT_BY_ANN = [
  buy('2024-01-10', 10, 100, { account: 'ann' }),
  row('SPLIT', '2024-06-03', 10, 0, { account: 'ann', ratio: [2, 1] }),
  buy('2024-01-10', 10, 100, { account: 'bob' }),
];
// The two rows leave 4 units of 5 in the ISA and 5 of 10 in the dealing account: the ratios differ (cgt/RULES 6.4).
const FRACTIONS_DROPPED = [
  buy('2024-01-10', 9, 100),
  buy('2024-01-10', 10, 100, { wrapper: 'ISA' }),
  row('SPLIT', '2024-06-03', -5, 0),
  row('SPLIT', '2024-06-03', -5, 0, { wrapper: 'ISA' }),
];

describe('the input of plans (plans/RULES 9.1, returns/RULES 2.3)', () => {
  it.each([
    ['a split in the records of one holder', SPLIT_BY_ANN],
    ['a split whose ratio differs between wrappers', FRACTIONS_DROPPED],
  ])('sells every holding at the price at which it is valued: %s', async (_, rows) => {
    const { holdings, input } = worldOf(rows);
    const plans = new Plans({ planInput: async () => await Promise.resolve(input) });
    const { holders } = await plans.ifAllSold();
    for (const { accountId, value } of holders) {
      const own = holdings.filter((holding) => holding.accountId === accountId);
      expect(value).toBe(toAmount(sum(own.map((holding) => round(holding.value ?? (0n as never), 2)))));
    }
    expect(holders.length).toBe(new Set(holdings.map(({ accountId }) => accountId)).size);
  });

  it('gives a holder of none of the units the price of another, and a typed price to all', () => {
    const { prices } = worldOf(SPLIT_BY_ANN).input;
    const at = (accountId: string, of = prices) =>
      priceAt(of, { accountId, taxWrapper: 'ISA', isin: 'TEST' })?.price ?? null;
    expect([at('ann'), at('bob'), at('cat')]).toEqual([10, 20, 10]);
    const typed = withTypedPrices(prices, new Map([['TEST', { price: 7 as Price, date: null }]]));
    expect([at('ann', typed), at('bob', typed), at('cat', typed)]).toEqual([7, 7, 7]);
  });
});
