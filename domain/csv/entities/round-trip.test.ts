/**
 * Our exports import as the same records, and spreadsheets treat no cell of them as a formula. A failure prints its
 * seed.
 */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import { checkAccount } from '../../records/account.ts';
import type { Fraction, Money, Percent, Pounds, Price } from '../../values/amount.ts';
import { checkAsset } from '../../records/asset.ts';
import { addDays, type IsoDate } from '../../values/dates.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  CURRENCY_OPTIONS,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
  TAX_WRAPPER_OPTIONS,
  type Option,
} from '../../fields/enums.ts';
import type {
  Account,
  Asset,
  BrokerCashBalance,
  PricePoint,
  PropertyPrice,
  SavingsAccount,
} from '../../records/records.ts';
import { checkSavingsAccount } from '../../records/savings-account.ts';
import { nameKey } from '../cells/cell-text.ts';
import { ACCOUNT_COLUMNS, accountsCsv, prepareAccounts } from './accounts.ts';
import { ASSET_COLUMNS, assetsCsv, prepareAssets } from './assets.ts';
import { BROKER_CASH_COLUMNS, brokerCashCsv, prepareBrokerCash } from './broker-cash-balances.ts';
import { readEntityFile, type EntityColumns, type EntityFile } from './entity-file.ts';
import type { EntityImportRow } from './entity-import.ts';
import { PRICE_COLUMNS, preparePrices, pricesCsv } from './prices.ts';
import { PROPERTY_PRICE_COLUMNS, preparePropertyPrices, propertyPricesCsv } from './property-prices.ts';
import { prepareSavings, SAVINGS_COLUMNS, savingsAccountsCsv } from './savings-accounts.ts';

const RUNS = runs(100, 3000);

function read<F extends string>(csv: string, columns: EntityColumns<F>): EntityFile<F> {
  const file = readEntityFile(
    new TextEncoder().encode(csv),
    {
      parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
    },
    columns,
  );
  if (!file.ok) throw new Error(file.message);
  return file;
}

/** Every cell is text that a spreadsheet shows as it is, or a number. */
function expectHarmless(csv: string): void {
  const cells = Papa.parse<string[]>(csv.replace(/^\uFEFF/u, '')).data.flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r]/u.test(cell) && !/^-?\d+(?:\.\d+)?$/u.test(cell))).toEqual([]);
}

/** All rows are valid and have the Ids and values of `records`. */
function expectSame<R extends { readonly id: string }>(
  rows: readonly EntityImportRow<unknown, unknown>[],
  records: readonly R[],
): void {
  expect(rows.flatMap((row) => row.errors)).toEqual([]);
  expect(rows.map(({ status, fileId, record }) => ({ status, id: fileId, ...(record as object) }))).toEqual(
    records.map((record) => ({ status: 'valid', ...record })),
  );
}

const uuid = (index: number): string => `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
/** Text as it is stored: without control characters and space around it. */
const stored = (text: string): string => text.replace(/\p{Cc}/gu, '').trim();
const HOSTILE = [
  '=1+1',
  '+44 20',
  '-',
  '-1',
  '@name',
  "'=1",
  "''@x",
  'n/a',
  'None',
  '="x"',
  '=HYPERLINK("x")',
  'a,b',
  '"',
  'Ü\u200Dü',
  '\u202Eevil',
  '#REF!',
  '1,234',
  '0012',
  '; | \u00a0x',
];
const words = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 30 })).map((text) =>
    stored(text)
      .slice(0, maxLength)
      .replace(/\p{Surrogate}$/u, '')
      .trim(),
  );
const some = (maxLength: number): fc.Arbitrary<string> => words(maxLength).map((text) => (text === '' ? '=x' : text));
const lines = fc.array(words(40), { maxLength: 3 }).map((all) => all.join('\n').trim());
const amount = fc.oneof(
  fc.integer({ min: 1, max: 1e9 }),
  fc.integer({ min: 1, max: 1e9 }).map((value) => value / 1000),
  fc.integer({ min: 1, max: 1e9 }).map((value) => value / 1e10),
);
const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1980-01-01' as IsoDate, count));
const option = <V extends string>(options: readonly Option<V>[]): fc.Arbitrary<V> =>
  fc.constantFrom(...options.map(({ value }) => value));
const many = <T>(one: fc.Arbitrary<T>, keyOf: (value: T) => unknown = (value) => value): fc.Arbitrary<T[]> =>
  fc.uniqueArray(one, { selector: keyOf, minLength: 1, maxLength: 6 });
const withIds = <T extends object>(all: readonly T[]): readonly (T & { readonly id: string })[] =>
  all.map((record, index) => ({ ...record, id: uuid(index) }));

const named = many(some(100), nameKey).map((names) => names.map((name, index) => ({ id: `n${index}`, name })));

describe('what we export imports again as the same records, and is harmless to a spreadsheet:', () => {
  it('accounts', () => {
    fc.assert(
      fc.property(fc.array(some(100), { minLength: 1, maxLength: 6 }), (names) => {
        const accounts: readonly Account[] = withIds(names.map((name) => ({ name })));
        expect(accounts.every((account) => checkAccount(account).ok)).toBe(true);
        const csv = accountsCsv(accounts);
        expectHarmless(csv);
        expectSame(prepareAccounts(read(csv, ACCOUNT_COLUMNS), []), accounts);
      }),
      RUNS,
    );
  });

  it('assets', () => {
    const isins = ['GB00BH4HKS39', 'IE00B3RBWM25', 'US0378331005', 'XAU', 'XAG', 'IE00B3VVMM84'];
    const asset = fc
      .record({
        name: some(200),
        type: option(ASSET_TYPES),
        category: option(ASSET_CATEGORIES),
        incomeTreatment: option(INCOME_TREATMENTS),
        totalExpenseRatio: fc.integer({ min: 0, max: 1000 }).map((value) => (value / 100) as Percent),
        isin: fc.constantFrom(...isins),
        sedol: fc.constantFrom(null, 'BH4HKS3'),
        priceSource: option(PRICE_SOURCES),
        fetchCode: words(20),
        denomination: option(DENOMINATIONS),
        excludeFromPriceUpdates: fc.boolean(),
        cgtExempt: fc.constantFrom(true, false, null),
      })
      .filter((fields) => checkAsset(fields).ok);
    fc.assert(
      fc.property(
        many(asset, ({ isin }) => isin),
        (all) => {
          const assets: readonly Asset[] = withIds(all);
          const csv = assetsCsv(assets);
          expectHarmless(csv);
          expectSame(prepareAssets(read(csv, ASSET_COLUMNS), []), assets);
        },
      ),
      RUNS,
    );
  });

  it('savings accounts, even those that look alike', () => {
    const account = fc.record({
      accountType: some(50),
      accountOpenDate: day,
      closes: fc.option(fc.nat(3000)),
      latestBalance: amount.map((value) => value as Pounds),
      latestBalanceDate: day,
      interestRate: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 1e6) as Fraction)),
      accountReference: words(50),
      sortCode: fc.constantFrom('', '20-36-43'),
      accountNumber: fc.constantFrom('', '00345678'),
      notes: lines,
      owner: fc.nat(5),
      bank: fc.nat(5),
      twice: fc.boolean(),
    });
    fc.assert(
      fc.property(named, named, fc.array(account, { minLength: 1, maxLength: 5 }), (accounts, bankNames, drafts) => {
        const made = drafts.flatMap(({ closes, owner, bank, twice, ...draft }): Omit<SavingsAccount, 'id'>[] => {
          const fields = {
            ...draft,
            accountId: accounts[owner % accounts.length]?.id ?? '',
            bankNameId: bankNames[bank % bankNames.length]?.id ?? '',
            accountCloseDate: closes === null ? null : addDays(draft.accountOpenDate, closes),
          };
          return twice ? [fields, fields] : [fields];
        });
        const all: readonly SavingsAccount[] = withIds(made.filter((fields) => checkSavingsAccount(fields).ok));
        fc.pre(all.length > 0);
        const nameOf = (records: readonly { readonly id: string; readonly name: string }[], id: string): string =>
          records.find((record) => record.id === id)?.name ?? '';
        const csv = savingsAccountsCsv(
          all.map((record) => ({
            ...record,
            bankName: nameOf(bankNames, record.bankNameId),
            accountName: nameOf(accounts, record.accountId),
          })),
        );
        expectHarmless(csv);
        expectSame(
          prepareSavings(read(csv, SAVINGS_COLUMNS), {
            accounts,
            bankNames,
            savingsAccounts: [],
            defaultAccountId: null,
          }),
          all,
        );
        const again = all.map((record, index) => ({ ...record, id: uuid(1000 + index) }));
        expect(
          prepareSavings(read(csv, SAVINGS_COLUMNS), {
            accounts,
            bankNames,
            savingsAccounts: again,
            defaultAccountId: null,
          }).map((row) => row.status),
        ).toEqual(all.map(() => 'duplicate'));
      }),
      RUNS,
    );
  });

  it('broker cash balances, even several of one account, broker and wrapper', () => {
    const balance = fc.record({
      accountId: fc.nat(5),
      brokerId: fc.nat(5),
      taxWrapper: option(TAX_WRAPPER_OPTIONS),
      cashBalance: amount.map((value) => value as Money),
      currency: option(CURRENCY_OPTIONS),
      notes: lines,
      lastUpdated: day,
    });
    fc.assert(
      fc.property(named, named, fc.array(balance, { minLength: 1, maxLength: 5 }), (accounts, brokers, drafts) => {
        const balances: readonly BrokerCashBalance[] = withIds(
          drafts.map((draft) => ({
            ...draft,
            accountId: accounts[draft.accountId % accounts.length]?.id ?? '',
            brokerId: brokers[draft.brokerId % brokers.length]?.id ?? '',
          })),
        );
        const nameOf = (records: readonly { readonly id: string; readonly name: string }[], id: string): string =>
          records.find((record) => record.id === id)?.name ?? '';
        const csv = brokerCashCsv(
          balances.map((record) => ({
            ...record,
            accountName: nameOf(accounts, record.accountId),
            brokerName: nameOf(brokers, record.brokerId),
          })),
        );
        expectHarmless(csv);
        expectSame(prepareBrokerCash(read(csv, BROKER_CASH_COLUMNS), { accounts, brokers, balances: [] }), balances);
      }),
      RUNS,
    );
  });

  it("a property's prices", () => {
    const price = fc.record({
      priceDate: day,
      price: amount.filter((value) => value >= 0.01).map((value) => value as Money),
      currency: option(CURRENCY_OPTIONS),
    });
    fc.assert(
      fc.property(some(200), fc.array(price, { minLength: 1, maxLength: 6 }), (name, all) => {
        const property = {
          id: 'home',
          name,
          currency: 'GBP' as const,
          datePurchased: '2020-01-31' as IsoDate,
          purchasePrice: 200_000 as Money,
        };
        const prices: readonly PropertyPrice[] = withIds(all.map((entry) => ({ ...entry, propertyId: 'home' })));
        const csv = propertyPricesCsv(property, prices);
        expectHarmless(csv);
        expectSame(preparePropertyPrices(read(csv, PROPERTY_PRICE_COLUMNS), { property, prices: [] }), prices);
        expect(
          preparePropertyPrices(read(csv, PROPERTY_PRICE_COLUMNS), { property, prices }).map((row) => row.status),
        ).toEqual(prices.map(() => 'duplicate'));
      }),
      RUNS,
    );
  });

  it("an asset's prices", () => {
    const price = fc.record({ priceDate: day, closePrice: amount.map((value) => value as Price) });
    fc.assert(
      fc.property(
        fc.constantFrom('GB00BH4HKS39', 'XAU'),
        option(DENOMINATIONS),
        many(price, ({ priceDate }) => priceDate),
        (isin, currency, all) => {
          const prices: readonly PricePoint[] = all.map((entry) => ({
            ...entry,
            isin,
            currency,
            fetchedAt: '2026-01-01T00:00:00Z',
          }));
          const csv = pricesCsv(prices);
          expectHarmless(csv);
          const rows = preparePrices(read(csv, PRICE_COLUMNS), {
            isin,
            denomination: currency,
            stored: [],
            trades: [],
            today: '2100-01-01' as IsoDate,
          });
          expect(rows.map((row) => row.record)).toEqual(
            prices.map(({ priceDate, closePrice }) => ({ priceDate, closePrice })),
          );
          expect(
            preparePrices(read(csv, PRICE_COLUMNS), {
              isin,
              denomination: currency,
              stored: prices,
              trades: [],
              today: '2100-01-01' as IsoDate,
            }).map((row) => row.status),
          ).toEqual(prices.map(() => 'duplicate'));
        },
      ),
      RUNS,
    );
  });
});
