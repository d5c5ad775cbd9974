/** What screens, API and exports get: views, notes, ledger, totals and findings in words. */
import { describe, expect, it } from 'vitest';
import { buy, classOf, day, gainsOf, pounds, row, sell, type RowOptions } from '../../../tests/cgt/rows.ts';
import { DEFAULT_ACCOUNT_SETTINGS } from '../../records/account-settings.ts';
import { toText } from '../../values/decimal.ts';
import type { Account, Transaction } from '../../records/records.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import type { AssetFacts } from '../terms/capacity.ts';
import { healthText, toHealthView } from '../matching/data-health.ts';
import { toDisposalView } from './disposal-view.ts';
import type { Disposal } from '../terms/gains.ts';
import { toLedgerView } from './ledger-view.ts';
import { availableTaxYears, hiddenByFilter, provisionalUntil, taxYearDisposals } from './tax-year-view.ts';
import { isFinal, summariseTaxYear, totalsByAccount } from '../tax/year-totals.ts';

const assets = new Map<string, AssetFacts>([
  ['TEST', { isin: 'TEST', name: 'Test plc', type: 'EQUITY', category: 'UK_TSM', cgtExempt: null }],
  ['TESTB', { isin: 'TESTB', name: 'Bond fund', type: 'FUND', category: 'LT_BONDS', cgtExempt: null }],
]);
const accounts = new Map<string, Account>([['ann', { id: 'ann', name: 'Ann' }]]);
const context = { assets, accounts, asOf: day('2024-06-20') };
const YEAR = '2024-25' as TaxYear;

const history = (): Transaction[] => [
  buy('2023-01-03', 300, 9000, { id: 'b1' }),
  sell('2024-06-03', 100, 5000, { id: 's1', brokerCharge: 10, fxCharge: 2 }),
  buy('2024-06-10', 40, 1953.55, { id: 'b2' }),
];

function onlyDisposal(rows: readonly Transaction[]): Disposal {
  const [disposal] = classOf(gainsOf(rows)).disposals;
  if (disposal === undefined) throw new Error('no disposal');
  return disposal;
}

describe('a disposal as a view', () => {
  it('has names, JSON numbers, its matches and the transactions behind it', () => {
    expect(toDisposalView(onlyDisposal(history()), context)).toEqual({
      disposalTransactionId: 's1',
      transactionIds: ['s1'],
      disposalDate: '2024-06-03',
      assetName: 'Test plc',
      isin: 'TEST',
      assetCategory: 'UK_TSM',
      accountId: 'ann',
      accountName: 'Ann',
      taxWrapper: 'DEALING',
      taxWrappers: ['DEALING'],
      quantityDisposed: 100,
      disposalProceeds: 5000,
      allowableCost: 3763.55,
      incidentalCosts: 10,
      capitalGain: 1236.45,
      isExemptFromCGT: false,
      exemptReason: null,
      unmatchedQuantity: 0,
      notes: [],
      provisionalUntil: '2024-07-03',
      fxCharges: 2,
      fxChargeAllowable: false,
      olderPoolTransactions: 0,
      holdingTransactions: [
        {
          transactionId: 'b1',
          transactionType: 'BUY',
          transactionTypeLabel: 'Buy',
          transactionDate: '2023-01-03',
          taxWrapper: 'DEALING',
          quantity: 300,
          consideration: 9000,
        },
        {
          transactionId: 's1',
          transactionType: 'SELL',
          transactionTypeLabel: 'Sell',
          transactionDate: '2024-06-03',
          taxWrapper: 'DEALING',
          quantity: 100,
          consideration: 5000,
        },
        {
          transactionId: 'b2',
          transactionType: 'BUY',
          transactionTypeLabel: 'Buy',
          transactionDate: '2024-06-10',
          taxWrapper: 'DEALING',
          quantity: 40,
          consideration: 1953.55,
        },
      ],
      matches: [
        {
          rule: 'THIRTY_DAY',
          quantity: 40,
          acquisitionQuantity: 40,
          acquisitionDate: '2024-06-10',
          acquisitionIds: ['b2'],
          acquiredQuantity: 40,
          acquiredCost: 1953.55,
          cost: 1953.55,
          proceeds: 2000,
          poolBefore: null,
          poolAfter: null,
        },
        {
          rule: 'SECTION_104',
          quantity: 60,
          acquisitionQuantity: 60,
          acquisitionDate: null,
          acquisitionIds: [],
          acquiredQuantity: 0,
          acquiredCost: 0,
          cost: 1800,
          proceeds: 3000,
          poolBefore: { quantity: 300, cost: 9000 },
          poolAfter: { quantity: 240, cost: 7200 },
        },
      ],
    });
  });

  it('lists the latest purchases of a large pool, since it was last empty, and counts the rest', () => {
    const rows = [
      buy('2010-01-04', 1, 1),
      sell('2010-06-01', 1, 2),
      ...Array.from({ length: 70 }, (_, index) => buy(`2022-01-${String(1 + (index % 28)).padStart(2, '0')}`, 1, 1)),
      sell('2024-06-03', 5, 10),
    ];
    const last = classOf(gainsOf(rows)).disposals[1];
    const view = last === undefined ? null : toDisposalView(last, context);
    expect([view?.holdingTransactions.length, view?.olderPoolTransactions]).toEqual([51, 20]);
  });

  it('3.2, 3.10: is provisional while a part rests on the pool, to the end of day 30, on which a purchase still counts', () => {
    const disposal = onlyDisposal(history());
    expect([provisionalUntil(disposal, day('2024-07-03')), provisionalUntil(disposal, day('2024-07-04'))]).toEqual([
      '2024-07-03',
      null,
    ]);
    const boughtBack = (date: string): string[] =>
      onlyDisposal([...history(), buy(date, 60, 60)]).matches.map(({ rule }) => rule);
    expect([boughtBack('2024-07-03'), boughtBack('2024-07-04')]).toEqual([
      ['THIRTY_DAY', 'THIRTY_DAY'],
      ['THIRTY_DAY', 'SECTION_104'],
    ]);
    expect(
      provisionalUntil(onlyDisposal([buy('2024-06-03', 10, 10), sell('2024-06-03', 10, 20)]), day('2024-06-03')),
    ).toBeNull();
  });
});

describe('notes', () => {
  const notes = (rows: readonly Transaction[]): readonly string[] => toDisposalView(onlyDisposal(rows), context).notes;

  it('say which points the law leaves open and what was left out', () => {
    expect(notes(history())).toEqual([]);
    expect(notes([sell('2024-03-01', 10, 400, { accruedInterest: 3 }), buy('2024-05-01', 20, 60)])).toEqual([
      'More was sold than was held. The law is not clear on the order; here every 30-day match comes before any later purchase.',
      'Accrued interest is in neither proceeds nor cost.',
    ]);
    const shared = [
      buy('2024-01-02', 10, 50),
      buy('2024-03-01', 4, 40),
      sell('2024-03-01', 6, 90),
      row('TRANSFER_OUT', '2024-03-01', 6, 0),
    ];
    expect(notes(shared)).toEqual([
      'Shares were also transferred on that day. The law is not clear on which units were sold and which transferred; here every match is shared between sale and transfer by quantity.',
    ]);
    expect(notes(shared.filter(({ transactionType }) => transactionType !== 'TRANSFER_OUT'))).toEqual([]);
  });

  it('4.3, 4.6: name FX charges and accrued interest of what was bought, matched or in the pool, and whether the charges count', () => {
    const [notCounted, counted, interest] = [
      'FX charges on purchases are not counted as a cost.',
      'FX charges on purchases are counted as a cost, under the settings of the account.',
      'Accrued interest is in neither proceeds nor cost.',
    ];
    const charged = { fxCharge: 50 };
    expect(notes([buy('2023-01-03', 10, 100, charged), sell('2024-06-03', 10, 200)])).toEqual([notCounted]);
    expect(notes([buy('2024-06-10', 10, 100, charged), sell('2024-06-03', 10, 200)])).toEqual([notCounted]);
    expect(notes([buy('2023-01-03', 10, 100, { accruedInterest: 3 }), sell('2024-06-03', 10, 200)])).toEqual([
      interest,
    ]);
    const settings = new Map([['ann', { ...DEFAULT_ACCOUNT_SETTINGS, fxChargeAllowable: true }]]);
    const [disposal] = classOf(
      gainsOf([buy('2023-01-03', 10, 100, charged), sell('2024-06-03', 10, 200)], { settings }),
    ).disposals;
    expect(disposal && toDisposalView(disposal, { ...context, settings })).toMatchObject({
      capitalGain: 50,
      notes: [counted],
    });
    // Bought, and sold again, before: no part of this pool. Bought after: not yet.
    const around = [
      buy('2022-01-04', 10, 100, charged),
      sell('2022-06-01', 10, 100),
      buy('2023-01-03', 10, 100),
      sell('2024-06-03', 10, 200),
      buy('2024-09-02', 10, 100, charged),
      sell('2025-01-06', 10, 100),
    ];
    expect(classOf(gainsOf(around)).disposals.map((one) => toDisposalView(one, context).notes)).toEqual([
      [notCounted],
      [],
      [notCounted],
    ]);
  });
});

describe('the ledger', () => {
  it('5.2: has a line for every event with the state after it', () => {
    const rows = [
      ...history(),
      row('SPLIT', '2024-07-01', null, 0, { ratio: [2, 1] }),
      row('RETURN_OF_CAPITAL', '2024-07-02', null, 100),
      row('ACCUMULATION', '2024-07-03', null, 50),
      row('EQUALISATION', '2024-07-04', null, 5),
      row('RIGHTS_ISSUE', '2024-07-05', 20, 100),
      row('DEMERGER', '2024-07-06', 1, 0, { relatedIsin: 'TESTB', costFraction: 0.5 }),
      row('MERGER', '2024-07-07', 1, 0, { relatedIsin: 'TESTB' }),
    ];
    const result = gainsOf(rows);
    const [ledger] = classOf(result).ledgers().map(toLedgerView);
    expect(
      ledger?.lines.map(
        ({ event, quantityChange, costChange, quantity, cost }) =>
          `${event} ${quantityChange} ${costChange}: ${quantity} @ ${cost}`,
      ),
    ).toEqual([
      'ACQUISITION 300 9000: 300 @ 9000',
      'DISPOSAL -60 -1800: 240 @ 7200',
      'ACQUISITION 0 0: 240 @ 7200',
      'SPLIT 0 0: 480 @ 7200',
      'RETURN_OF_CAPITAL 0 -100: 480 @ 7100',
      'NOTIONAL_DISTRIBUTION 0 50: 480 @ 7150',
      'EQUALISATION 0 -5: 480 @ 7145',
      'RIGHTS_ISSUE 20 100: 500 @ 7245',
      'DEMERGER_OUT 0 -3622.5: 500 @ 3622.5',
      'MERGER_OUT -500 -3622.5: 0 @ 0',
    ]);
    expect(
      classOf(result, 'TESTB')
        .ledgers()
        .map(toLedgerView)[0]
        ?.lines.map(({ event, cost }) => `${event} ${cost}`),
    ).toEqual(['REORGANISATION_IN 3622.5', 'REORGANISATION_IN 7245']);
  });
});

describe('a tax year', () => {
  const rows = (): Transaction[] => [
    ...history(),
    buy('2023-01-03', 10, 100, { isin: 'TESTB' }),
    sell('2024-05-01', 10, 60, { isin: 'TESTB' }),
    buy('2023-01-03', 10, 100, { wrapper: 'ISA' }),
    sell('2024-08-01', 10, 160, { wrapper: 'ISA' }),
    buy('2023-01-03', 1, 1, { account: 'bob' }),
    sell('2022-06-01', 1, 5, { account: 'bob' }),
  ];

  it('lists years newest first and disposals chargeable first, then newest', () => {
    const result = gainsOf(rows());
    expect(availableTaxYears(result)).toEqual(['2024-25', '2022-23']);
    expect(taxYearDisposals(result, YEAR).map(({ date, exempt }) => [date, exempt])).toEqual([
      ['2024-06-03', null],
      ['2024-05-01', null],
      ['2024-08-01', 'wrapper'],
    ]);
  });

  it('filters what is shown, never a figure, and counts what is hidden', () => {
    const result = gainsOf(rows());
    const shown = (filter: Parameters<typeof taxYearDisposals>[2]): unknown => [
      taxYearDisposals(result, YEAR, filter, assets).length,
      hiddenByFilter(result, YEAR, filter ?? {}, assets),
    ];
    expect([
      shown({ taxWrapper: 'DEALING' }),
      shown({ taxWrapper: 'ISA' }),
      shown({ assetCategory: 'LT_BONDS' }),
      shown({ accountId: 'bob' }),
      shown({ accountId: '', taxWrapper: '' }),
    ]).toEqual([
      [2, 0],
      [1, 2],
      [1, 1],
      [0, 2],
      [3, 0],
    ]);
  });

  it('sums by account and over all', () => {
    const result = gainsOf(rows());
    expect(toText(totalsByAccount(result).get('ann')?.get(YEAR)?.net ?? pounds('0'))).toBe('1196.45');
    expect(summariseTaxYear(result, YEAR)).toMatchObject({
      disposals: 2,
      gains: pounds('1236.45'),
      losses: pounds('40'),
      proceeds: pounds('5060'),
    });
    expect(summariseTaxYear(result, YEAR, 'bob').disposals).toBe(0);
  });

  it('3.8, 3.10, 10.1: a tax year is final when nothing can change and nothing is missing', () => {
    expect(isFinal(gainsOf(history(), { asOf: '2024-07-03' }), YEAR)).toBe(false);
    expect(isFinal(gainsOf(history(), { asOf: '2024-07-04' }), YEAR)).toBe(true);
    const oversold = gainsOf([...history(), sell('2025-06-02', 9999, 1)]);
    expect([
      isFinal(oversold, YEAR),
      isFinal(oversold, '2025-26' as TaxYear),
      isFinal(oversold, '2025-26' as TaxYear, 'bob'),
    ]).toEqual([true, false, true]);
    expect(isFinal(gainsOf([...history(), sell('2024-06-03', 5, 1, { wrapper: 'ISA' })]), YEAR)).toBe(true);
    expect(isFinal(gainsOf([row('SPLIT', '2022-01-03', 10, 0, { wrapper: 'ISA' }), ...history()]), YEAR)).toBe(false);
  });
});

describe('a receipt that was left out', () => {
  const rows = (options: RowOptions = {}): Transaction[] => [
    buy('2020-01-06', 1000, 20_000, options),
    row('RETURN_OF_CAPITAL', '2023-06-01', null, 12_000, options),
  ];
  const another = [buy('2020-01-06', 10, 100, { isin: 'TESTB' }), sell('2023-09-01', 10, 150, { isin: 'TESTB' })];
  const IN_2023 = '2023-24' as TaxYear;

  it('7.3: is never guessed without B, so its year is listed and not final, with or without another disposal', () => {
    expect([
      availableTaxYears(gainsOf(rows())),
      isFinal(gainsOf(rows()), IN_2023),
      isFinal(gainsOf(rows()), YEAR),
    ]).toEqual([[IN_2023], false, true]);
    expect(isFinal(gainsOf([...rows(), ...another]), IN_2023)).toBe(false);
    expect(isFinal(gainsOf([...rows(), ...another]), IN_2023, 'bob')).toBe(true);
    const merged = [
      buy('2020-01-06', 1000, 20_000),
      row('MERGER', '2023-06-01', 500, 12_000, { relatedIsin: 'TESTNEW' }),
    ];
    expect(isFinal(gainsOf(merged), IN_2023)).toBe(false);
  });

  it('7.3: says nothing about a year where it can be no chargeable disposal', () => {
    const exempt = new Map<string, AssetFacts>([
      ['TEST', { isin: 'TEST', name: 'Test plc', type: 'BOND', category: 'UK_TSM', cgtExempt: true }],
    ]);
    const shares = [
      buy('2020-01-06', 1000, 20_000),
      row('MERGER', '2023-06-01', 1, 0, { relatedIsin: 'TESTX' }),
      row('MERGER', '2023-06-01', 1, 0, { relatedIsin: 'TESTY' }),
    ];
    for (const result of [gainsOf(rows({ wrapper: 'ISA' })), gainsOf(rows(), { assets: exempt }), gainsOf(shares)]) {
      expect([
        result.classes.some(({ issues }) => issues.some(({ code }) => code === 'valueNeeded')),
        availableTaxYears(result),
        isFinal(result, IN_2023),
      ]).toEqual([true, [], true]);
    }
  });
});

describe('findings', () => {
  it('10.1: are described in a sentence with the quantity', () => {
    const [issue] = classOf(gainsOf([sell('2024-06-03', 2.5, 1)])).issues;
    expect(issue === undefined ? '' : healthText(issue)).toBe(
      'More was disposed of than any acquisition covers; the cost of the rest is unknown. A purchase is probably missing. Quantity: 2.5.',
    );
    expect(
      issue && toHealthView(issue, { accounts: new Map([[issue.accountId, { name: 'Ann' }]]), assets: new Map() }),
    ).toMatchObject({
      accountName: 'Ann',
      assetName: issue?.isin,
      date: '2024-06-03',
      transactionId: issue?.transaction?.id,
      serious: true,
      isOfField: false,
    });
  });

  it('10.1: say whether a field of the transaction can settle them', () => {
    const [issue] = classOf(gainsOf([row('SPLIT', '2024-06-03', 0, 0)])).issues;
    expect(issue?.code).toBe('ratioUnknown');
    const names = { accounts: new Map(), assets: new Map() };
    expect(issue && toHealthView(issue, names).isOfField).toBe(true);
  });
});
