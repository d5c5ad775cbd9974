/** Random portfolios to plan with: odd histories of several securities and holders, prices, charges. */
import fc from 'fast-check';
import type { Percent, Pounds, Price } from '../../domain/values/amount.ts';
import type { AssetFacts } from '../../domain/cgt/terms/capacity.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { computeTaxYears, type TaxYearComputation } from '../../domain/cgt/tax/tax-computation.ts';
import { addDays, type IsoDate } from '../../domain/values/dates.ts';
import { exact } from '../../domain/values/decimal.ts';
import type { AssetCategory, AssetType } from '../../domain/fields/enums.ts';
import type { PlanInput } from '../../domain/plans/plan-book.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { rowsOfSteps } from '../../domain/plans/steps.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { taxYearOf } from '../../domain/values/tax-year.ts';
import { histories, linkedTransfers } from '../cgt/histories.ts';
import { day, row } from '../cgt/rows.ts';

const ACCOUNTS = ['ann', 'bob'];
/** The first two are UK shares, of which a purchase bears stamp duty. */
const ISINS = ['GBTESTA', 'GBTESTB', 'TESTC', 'TESTD', 'TESTE'];
const FIRST_DAY = day('2023-12-20');

const rows = fc
  .tuple(
    fc.array(
      fc.record({
        isin: fc.constantFrom(...ISINS),
        account: fc.constantFrom(...ACCOUNTS),
        wrapper: fc.constantFrom('DEALING', 'DEALING', 'DEALING', 'SPECULATIVE', 'ISA', 'SIPP'),
        units: fc.oneof(
          fc.integer({ min: 1, max: 5000 }),
          fc.integer({ min: 1, max: 50_000 }).map((each) => each / 100),
        ),
        each: fc.integer({ min: 5, max: 5000 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    histories({
      types: ['BUY', 'BUY', 'SELL', 'DIVIDEND_REINVESTED', 'SPLIT', 'ACCUMULATION', 'RETURN_OF_CAPITAL', 'ISIN_CHANGE'],
      wrappers: ['DEALING', 'DEALING', 'SPECULATIVE', 'ISA'],
      accounts: ACCOUNTS,
      isins: ISINS,
      minRows: 0,
      maxRows: 10,
      days: 480,
    }),
    fc.oneof(fc.constant([]), linkedTransfers(ACCOUNTS, ISINS)),
  )
  .map(([opening, later, links]) => [
    ...opening.map(({ isin, account, wrapper, units, each }, index) =>
      row('BUY', '2023-12-19', units, Math.round(units * each) / 10, {
        id: `open-${index}`,
        isin,
        account,
        wrapper: wrapper as 'DEALING',
        broker: index % 2 === 0 ? 'one' : 'two',
      }),
    ),
    ...later,
    ...links,
  ]);

const TYPES: readonly AssetType[] = ['EQUITY', 'EQUITY', 'ETF', 'FUND', 'FUND'];
const CATEGORIES: readonly AssetCategory[] = ['UK_TSM', 'US_TSM', 'US_TSM', 'LT_BONDS', 'EM_TSM'];

const ASSETS: ReadonlyMap<string, AssetFacts> = new Map(
  ISINS.map((isin, index) => [
    isin,
    {
      isin,
      name: `Security ${isin}`,
      type: TYPES[index] ?? 'EQUITY',
      category: CATEGORIES[index] ?? 'NON_CORE',
      cgtExempt: null,
    },
  ]),
);

export const portfolios: fc.Arbitrary<PlanInput> = fc
  .record({
    transactions: rows,
    offset: fc.integer({ min: 370, max: 500 }),
    prices: fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: ISINS.length, maxLength: ISINS.length }),
    charge: fc.constantFrom(0, 5.99, 11.95),
    spread: fc.constantFrom(0, 0, 0.5),
    band: fc.constantFrom(null, 0, 10_000),
    losses: fc.constantFrom(0, 0, 2500.5),
    keepsSmallSteps: fc.boolean(),
  })
  .map(({ transactions, offset, prices, charge, spread, band, losses, keepsSmallSteps }): PlanInput => {
    const date = addDays(FIRST_DAY, offset);
    const taxYear = taxYearOf(date);
    return {
      transactions,
      assets: ASSETS,
      accounts: new Map(ACCOUNTS.map((id) => [id, { id, name: id }])),
      statements: new Map([
        [
          'ann',
          {
            lossesBroughtForward: new Map(losses === 0 ? [] : [[taxYear, exact(losses as Pounds)]]),
            ...(band === null ? {} : { unusedBasicRateBand: new Map([[taxYear, exact(band as Pounds)]]) }),
          },
        ],
      ]),
      date,
      prices: new Map(
        ISINS.map((isin, index) => [isin, { price: ((prices[index] ?? 1) / 1000) as Price, date: addDays(date, -1) }]),
      ),
      assumptions: { charges: new Map([['one', charge as Pounds]]), spread: spread as Percent, keepsSmallSteps },
    };
  });

/** A plan's rows as a person records them: under other ids, among all other records. */
export function recordedWith(input: PlanInput, plan: Pick<Plan, 'steps'>): Transaction[] {
  return [
    ...input.transactions,
    ...rowsOfSteps(plan.steps).map((one, index): Transaction => ({
      ...one,
      id: `018f-${index}`,
      brokerDealReference: 'REF',
    })),
  ];
}

/** A holder's tax year as the return is worked out, from all transactions again. */
export function yearOfReturn(
  input: PlanInput,
  transactions: readonly Transaction[],
  accountId: string,
  date: IsoDate = input.date,
): TaxYearComputation {
  const gains = computeGains({ transactions, assets: input.assets, asOf: date });
  const year = computeTaxYears(gains, accountId, input.statements.get(accountId) ?? {}, taxYearOf(input.date)).find(
    ({ taxYear }) => taxYear === taxYearOf(input.date),
  );
  if (year === undefined) throw new Error('no year');
  return year;
}
