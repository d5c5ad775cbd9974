import { describe, expect, it } from 'vitest';
import { day, gainsOf } from '../../tests/cgt/rows.ts';
import type { Pounds } from '../values/amount.ts';
import { checkExtra } from '../records/extra.ts';
import type { SavingsAccount } from '../records/records.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { cashIsasOf } from './cash-isas.ts';
import { holderAllowances, type HolderAllowancesInput } from './holder-allowances.ts';
import type { Isa, IsaMovement } from './isa-allowance.ts';
import type { RecordedPayments } from './recorded-payments.ts';
import {
  holderStatementValue,
  NOTHING_STATED,
  NOTHING_STATED_OF_YEAR,
  parseYearStatementKey,
  readHolderStatement,
  readYearStatement,
  yearStatementKey,
  yearStatementValue,
  type HolderStatement,
  type YearStatement,
} from './statements.ts';

const YEAR = '2026-27' as TaxYear;
const pounds = (amount: number) => amount as Pounds;

const HOLDER: HolderStatement = {
  dateOfBirth: day('1970-02-28'),
  spouseAccountId: 'bob',
  isas: [{ brokerId: 'b', taxWrapper: 'ISA', isFlexible: true }],
  pensionKnownFrom: '2023-24' as TaxYear,
  flexiblyAccessedOn: day('2026-06-01'),
};
const SUBSCRIPTIONS = { stocksAndShares: pounds(100), cash: pounds(0), lisa: pounds(4000), juniorIsa: pounds(0) };
const STATED: YearStatement = {
  subscriptions: SUBSCRIPTIONS,
  cashIsas: new Map([
    ['coventry', pounds(4500.5)],
    ['zopa', pounds(0)],
  ]),
  pensionContributions: pounds(1200.5),
  pensionIncome: { threshold: pounds(1), adjusted: pounds(2) },
};

describe('statements of an account holder', () => {
  it('are stored as an extra and read back', () => {
    const [holder, year] = [holderStatementValue(HOLDER), yearStatementValue(STATED)];
    expect(readHolderStatement(holder)).toEqual(HOLDER);
    expect(readYearStatement(year)).toEqual(STATED);
    expect(year['cashIsas']).toEqual({ coventry: 4500.5, zopa: 0 });
    expect([holderStatementValue(NOTHING_STATED), yearStatementValue(NOTHING_STATED_OF_YEAR)]).toEqual([{}, {}]);
    const key = yearStatementKey('0b5c2f4e-8a55-4c4a-9d8a-0f7f0d1c2b3a', YEAR);
    expect(checkExtra({ kind: 'allowance-year', key, value: year }).ok).toBe(true);
    expect(parseYearStatementKey(key)).toEqual({ accountId: '0b5c2f4e-8a55-4c4a-9d8a-0f7f0d1c2b3a', taxYear: YEAR });
    expect([parseYearStatementKey('ann_2026'), parseYearStatementKey('_2026-27')]).toEqual([null, null]);
  });

  it('are ignored where the stored value is not a statement', () => {
    const odd = { dateOfBirth: '1970-02-30', spouseAccountId: 3, isas: [null, { brokerId: 'b', taxWrapper: 'JISA' }] };
    expect(readHolderStatement({ ...odd, pensionKnownFrom: '2023', flexiblyAccessedOn: 7 })).toEqual(NOTHING_STATED);
    expect(readYearStatement({ cashIsas: { a: -1, b: 'much', c: 2 } }).cashIsas).toEqual(new Map([['c', 2]]));
    const bad = { cashIsas: 7, subscriptions: 'much', pensionContributions: -1, pensionIncome: { threshold: 5 } };
    expect(readYearStatement(bad)).toEqual(NOTHING_STATED_OF_YEAR);
    expect(readYearStatement({ subscriptions: { cash: -4, lisa: 5 } }).subscriptions).toEqual({
      stocksAndShares: 0,
      cash: 0,
      lisa: 5,
      juniorIsa: 0,
    });
  });
});

const ISA: Isa = { id: 'ann|b|ISA', accountId: 'ann', type: 'stocksAndShares', isFlexible: null };
const move = (date: string, amount: number, nature: IsaMovement['nature']): IsaMovement => ({
  isaId: ISA.id,
  date: day(date),
  amount: pounds(amount),
  nature,
  source: { kind: 'transaction', id: date },
});

const PAYMENTS: RecordedPayments = {
  isas: [ISA],
  movements: [move('2026-05-01', 5000, 'paidIn'), move('2026-06-01', 2500, 'withdrawn')],
  contributions: new Map(),
  unclear: [],
};

function allowancesOf(
  holder: Partial<HolderStatement>,
  years: readonly (readonly [string, Partial<YearStatement>])[],
  {
    savings = [],
    taxYear = YEAR,
    payments = PAYMENTS,
  }: {
    readonly savings?: readonly SavingsAccount[];
    readonly taxYear?: TaxYear;
    readonly payments?: RecordedPayments;
  } = {},
) {
  const statedYears = new Map(
    years.map(([year, stated]) => [year as TaxYear, { ...NOTHING_STATED_OF_YEAR, ...stated }]),
  );
  const input: HolderAllowancesInput = {
    accountId: 'ann',
    taxYear,
    today: day('2026-11-23'),
    payments,
    holder: { ...NOTHING_STATED, ...holder },
    years: statedYears,
    cashIsas: cashIsasOf('ann', taxYear, savings, statedYears.get(taxYear)?.cashIsas ?? new Map()),
    gains: gainsOf([]),
    gainsYear: null,
    income: { dividends: [], interest: [], otherIncome: null, givesMarriageAllowance: false, band: null },
  };
  const found = holderAllowances(input);
  return { ...found, of: (kind: string) => found.allowances.find((allowance) => allowance.kind === kind) };
}

describe('the allowances of a holder', () => {
  it('2.3, 2.4: an ISA is flexible only where the holder stated so', () => {
    expect(allowancesOf({}, []).of('isa')).toMatchObject({ left: 15_000, gaps: ['otherSubscriptions', 'flexibility'] });
    expect(allowancesOf({ isas: HOLDER.isas }, []).of('isa')).toMatchObject({ left: 17_500 });
  });

  it('6.3: subscriptions elsewhere count and fill the gap, and an excess is reported', () => {
    const { of } = allowancesOf({}, [[YEAR, { subscriptions: { ...SUBSCRIPTIONS, cash: pounds(12_100) } }]]);
    expect(of('isa')).toMatchObject({ used: 21_200, left: 0, over: 1200, beyond: 1200, gaps: ['flexibility'] });
    expect(of('lisa')).toMatchObject({ used: 4000, left: 0, over: 0 });
    expect(of('isa')?.rows.map(({ amount, source }) => [amount, source.kind])).toEqual([
      [5000, 'transaction'],
      [100, 'stated'],
      [12_100, 'stated'],
      [4000, 'stated'],
    ]);
  });

  it('2.6, 6.3: a lifetime ISA elsewhere that was paid into in an earlier year has a limit after the 40th birthday', () => {
    const years = [['2024-25', { subscriptions: SUBSCRIPTIONS }]] as const;
    const born = { dateOfBirth: day('1980-01-01') };
    expect(allowancesOf(born, years).of('lisa')).toMatchObject({ limit: 4000, used: 0, left: 4000 });
    expect(allowancesOf(born, []).of('lisa')).toBeUndefined();
  });

  it('2.6: what was paid in after the last day is shown as above the limit', () => {
    const payments = {
      isas: [{ ...ISA, type: 'lisa' as const }],
      movements: [move('2026-05-01', 1000, 'paidIn'), move('2026-09-15', 400, 'paidIn')],
      contributions: new Map(),
      unclear: [],
    };
    const found = allowancesOf({ dateOfBirth: day('1976-09-15') }, [], { payments });
    expect(found.of('lisa')).toMatchObject({ used: 1400, left: 0, over: 400, beyond: 400, lastDay: '2026-09-14' });
  });

  it('6.3, 3.3, 3.4: pension contributions elsewhere count in their tax years, up to the last day', () => {
    const years = [
      ['2025-26', { pensionContributions: pounds(20_000) }],
      [YEAR, { pensionContributions: pounds(70_000) }],
    ] as const;
    const carried = allowancesOf({ pensionKnownFrom: '2025-26' as TaxYear }, years);
    expect(carried.of('pension')).toMatchObject({ used: 70_000, limit: 100_000, beyond: 0 });
    expect(carried.carriedForward).toEqual([{ taxYear: '2025-26', unused: 40_000, used: 10_000 }]);
    expect(allowancesOf({}, years).of('pension')).toMatchObject({
      used: 70_000,
      limit: 60_000,
      left: 0,
      beyond: 10_000,
    });
    const drawn = allowancesOf({ flexiblyAccessedOn: day('2026-06-01') }, years).of('pensionMoneyPurchase');
    expect(drawn).toMatchObject({ used: 70_000, limit: 10_000, over: 60_000, gaps: ['definedBenefits'] });
  });
});

describe('savings accounts that are cash ISAs', () => {
  const savings = (id: string, change: Partial<SavingsAccount> = {}): SavingsAccount => ({
    id,
    bankNameId: 'bank',
    accountType: 'Cash ISA',
    accountId: 'ann',
    accountOpenDate: day('2024-01-02'),
    accountCloseDate: null,
    latestBalance: pounds(9000),
    latestBalanceDate: day('2026-11-01'),
    interestRate: null,
    accountReference: '',
    sortCode: '',
    accountNumber: '',
    notes: '',
    isCashIsa: true,
    ...change,
  });
  const paid = (...amounts: readonly (readonly [string, number])[]) => ({
    subscriptions: { ...SUBSCRIPTIONS, stocksAndShares: pounds(0), lisa: pounds(0) },
    cashIsas: new Map(amounts.map(([id, amount]) => [id, pounds(amount)])),
  });
  const rowsOf = (found: ReturnType<typeof allowancesOf>, kind = 'isa') =>
    found.of(kind)?.rows.map(({ amount, source }) => [amount, source.kind, source.id]);

  it('6.4: a stated payment counts, and "nothing paid in" is a statement too', () => {
    const accounts = [savings('coventry'), savings('zopa')];
    const found = allowancesOf({ isas: HOLDER.isas }, [[YEAR, paid(['coventry', 4500], ['zopa', 0])]], {
      savings: accounts,
    });
    expect(found.of('isa')).toMatchObject({ used: 7000, left: 13_000, gaps: [] });
    expect(rowsOf(found)?.at(-1)).toEqual([4500, 'savingsAccount', 'coventry']);
    expect(found.of('lisa')).toMatchObject({ used: 0, rows: [] });
  });

  it('6.4: each open account without a statement is a gap; a balance is never taken for a payment', () => {
    const accounts = [
      savings('coventry'),
      savings('closed', { accountCloseDate: day('2026-04-05') }),
      savings('later', { accountOpenDate: day('2027-04-06') }),
      savings('zopa', { accountCloseDate: day('2026-04-06') }),
    ];
    const stated = paid(['zopa', 100]);
    expect(cashIsasOf('ann', YEAR, accounts, stated.cashIsas)).toEqual([
      { savingsAccountId: 'coventry', paidIn: null, isRemoved: false },
      { savingsAccountId: 'zopa', paidIn: 100, isRemoved: false },
    ]);
    const { of } = allowancesOf({ isas: HOLDER.isas }, [[YEAR, stated]], { savings: accounts });
    expect(of('isa')).toMatchObject({ used: 2600, gaps: ['cashIsaPayments'] });
    expect(of('lisa')?.gaps).toEqual([]);
  });

  it("6.4: unmarked accounts and other holders' accounts do not count; a removed account counts what was stated", () => {
    const { isCashIsa: _mark, ...unmarked } = savings('unmarked');
    const accounts = [unmarked, savings('bobs', { accountId: 'bob' })];
    const stated = paid(['unmarked', 1], ['bobs', 2], ['gone', 3000]);
    expect(cashIsasOf('ann', YEAR, accounts, stated.cashIsas)).toEqual([
      { savingsAccountId: 'gone', paidIn: 3000, isRemoved: true },
    ]);
    expect(allowancesOf({}, [[YEAR, stated]], { savings: accounts }).of('isa')).toMatchObject({ used: 8000 });
  });

  it('6.4, 2.5: from 2027-28 the stated payment counts towards the limit of cash ISAs, and an excess is reported', () => {
    const taxYear = '2027-28' as TaxYear;
    const born = { dateOfBirth: day('1990-01-01') };
    const found = allowancesOf(born, [[taxYear, paid(['coventry', 12_500])]], {
      savings: [savings('coventry')],
      taxYear,
    });
    expect(found.of('cashIsa')).toMatchObject({ used: 12_500, limit: 12_000, over: 500, status: 'announced' });
    expect(rowsOf(found, 'cashIsa')).toEqual([[12_500, 'savingsAccount', 'coventry']]);
  });
});
