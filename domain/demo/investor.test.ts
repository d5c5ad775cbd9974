import { describe, expect, it } from 'vitest';
import { checkAmount, isAmount, type Amount, type Unit } from '../values/amount.ts';
import { computeGains } from '../cgt/matching/compute.ts';
import { balanceOn, cashLedgers, placeKey } from '../cash-ledger/cash-ledger.ts';
import { parseYearStatementKey, readYearStatement } from '../allowances/statements.ts';
import { checkBrokerCashBalance } from '../records/broker-cash-balance.ts';
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import { exact, multiply, negate, round, subtract, sum, toText } from '../values/decimal.ts';
import { isCashEvent, TAX_WRAPPERS } from '../fields/enums.ts';
import { checkExtra, parseBalanceHistoryKey } from '../records/extra.ts';
import { checkProperty, checkPropertyPrice } from '../records/property.ts';
import type { Transaction } from '../records/records.ts';
import { checkSavingsAccount } from '../records/savings-account.ts';
import { checkTargetAllocation } from '../records/target-allocation.ts';
import { taxYearOf } from '../values/tax-year.ts';
import { checkTransaction } from '../records/transaction.ts';
import { SEED_ASSETS, SEED_BROKERS } from '../starter/catalogue.ts';
import { SEED_BANK_NAMES } from '../starter/bank-names.ts';
import { DEMO_SEED, makeDemoInvestor, type DemoInvestor } from './investor.ts';
import { tradingDays } from './trading-days.ts';

const catalogue = new Map(SEED_ASSETS.map((asset) => [asset.isin, asset]));

function day(text: string): IsoDate {
  const read = parseIsoDate(text);
  if (read === null) throw new RangeError(text);
  return read;
}

function assetOf(isin: string) {
  const asset = catalogue.get(isin);
  if (asset === undefined) throw new RangeError(`${isin} is not in the starter catalogue`);
  return asset;
}

function listed(names: readonly string[]): (name: string) => string {
  return (name) => {
    if (!names.includes(name)) throw new RangeError(`${name} is not in the starter lists`);
    return `id of ${name}`;
  };
}

function make(today: string, seed = DEMO_SEED): DemoInvestor {
  return makeDemoInvestor({
    seed,
    today: day(today),
    factsOf: assetOf,
    brokerIdOf: listed(SEED_BROKERS),
    bankNameIdOf: listed(SEED_BANK_NAMES),
  });
}

const TODAY = '2025-11-21';
const demo = make(TODAY);
const isCash = ({ transactionType }: Transaction): boolean => isCashEvent(transactionType);
const cashEvents = demo.transactions.filter(isCash);
const trades = demo.transactions.filter((row) => !isCash(row));
const open = new Set<string>(tradingDays(day('2015-04-06'), day(TODAY)));

function has(type: Transaction['transactionType']): readonly Transaction[] {
  return demo.transactions.filter((transaction) => transaction.transactionType === type);
}

describe('the demo investor', () => {
  it('is the same for the same seed and day, and another for another seed', () => {
    expect(make(TODAY)).toEqual(demo);
    expect(make(TODAY, 'other').transactions).not.toEqual(demo.transactions);
  });

  it('has the same past whatever the last day is', () => {
    // The reported income of 2025 is only known in 2026.
    const before = ({ transactions }: DemoInvestor) =>
      transactions.filter(({ transactionDate }) => transactionDate < '2025-06-01');
    expect(before(make('2026-03-02'))).toEqual(before(demo));
  });

  it.each(['2025-04-07', '2028-02-29'])('can be made on %s', (today) => {
    const other = make(today);
    expect(
      other.transactions.every(
        (transaction) => checkTransaction(transaction).ok && transaction.transactionDate < today,
      ),
    ).toBe(true);
    expect(unmatchedOf(other, today)).toEqual([]);
  });

  it('covers ten years, a couple with a child, and every wrapper', () => {
    expect(demo.accounts.map((account) => account.name)).toEqual(['Alex Morgan', 'Sam Morgan', 'Tess Morgan']);
    for (const account of demo.accounts)
      expect(has('BUY').some((transaction) => transaction.accountId === account.id)).toBe(true);
    expect(new Set(demo.transactions.map((transaction) => transaction.taxWrapper))).toEqual(new Set(TAX_WRAPPERS));
    expect(new Set(demo.transactions.map((transaction) => taxYearOf(transaction.transactionDate))).size).toBe(11);
    expect(demo.transactions.length).toBeGreaterThan(1500);
  });

  it('has dividends, reinvested ones, reported income, interest, a split, transfers and sales', () => {
    for (const type of [
      'DIVIDEND',
      'DIVIDEND_REINVESTED',
      'ACCUMULATION',
      'INTEREST',
      'SPLIT',
      'TRANSFER_OUT',
      'TRANSFER_IN',
      'SELL',
    ] as const)
      expect(has(type).length).toBeGreaterThan(0);
  });

  it('passes the rules of a transaction, each with an identifier and a reference of its own', () => {
    expect(demo.transactions.filter((transaction) => !checkTransaction(transaction).ok)).toEqual([]);
    const ids = [
      ...demo.transactions,
      ...demo.savingsAccounts,
      ...demo.brokerCashBalances,
      ...demo.properties,
      ...demo.propertyPrices,
      ...demo.accounts,
      ...demo.targetAllocations,
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(id)),
    ).toEqual([]);
    expect(new Set(demo.transactions.map(({ brokerDealReference }) => brokerDealReference)).size).toBe(
      demo.transactions.length,
    );
  });

  it('is in order of time, on trading days alone', () => {
    const days = demo.transactions.map((transaction) => transaction.transactionDate);
    expect(days).toEqual(days.toSorted());
    expect(days.filter((date) => !open.has(date))).toEqual([]);
    expect(demo.prices.filter((price) => !open.has(price.priceDate))).toEqual([]);
  });

  it('never holds a negative quantity anywhere', () => {
    const held = new Map<string, bigint>();
    expect(
      demo.transactions.filter((transaction) => {
        const key = [transaction.accountId, transaction.brokerId, transaction.taxWrapper, transaction.isin].join('|');
        const units = (held.get(key) ?? 0n) + unitsOf(transaction);
        held.set(key, units);
        return units < 0n;
      }),
    ).toEqual([]);
  });

  it('leaves no disposal unmatched and no data-health issue, and shows same-day, 30-day and pool matches', () => {
    expect(unmatchedOf(demo, TODAY)).toEqual([]);
    const gains = computeGains({ transactions: demo.transactions, assets: catalogue, asOf: day(TODAY) });
    expect(gains.classes.flatMap((entry) => entry.issues)).toEqual([]);
    const rules = gains.classes
      .flatMap((entry) => entry.disposals)
      .flatMap((disposal) => disposal.matches)
      .map((match) => match.rule);
    expect(new Set(rules)).toEqual(new Set(['SAME_DAY', 'THIRTY_DAY', 'SECTION_104']));
    const years = gains.classes
      .flatMap((entry) => entry.disposals)
      .filter((disposal) => disposal.exempt === null)
      .map((disposal) => disposal.taxYear);
    expect(new Set(years).size).toBe(11);
  });

  it('states considerations that are quantity x price, to the penny', () => {
    expect(
      demo.transactions.filter(
        ({ quantity, localPrice, consideration, transactionType }) =>
          quantity !== null &&
          localPrice !== null &&
          transactionType !== 'DIVIDEND_REINVESTED' &&
          exact<Unit>(consideration) !== round(multiply(exact<Unit>(quantity), exact(localPrice)), 2),
      ),
    ).toEqual([]);
  });

  it('pays stamp duty of 0.5 % on purchases of UK shares and on nothing else', () => {
    const half = exact(0.005 as Amount<'fraction'>);
    const dutiable = ({ transactionType, isin }: Transaction) =>
      (transactionType === 'BUY' || transactionType === 'DIVIDEND_REINVESTED') && assetOf(isin).type === 'EQUITY';
    expect(
      demo.transactions.filter(
        (transaction) =>
          exact<Unit>(transaction.stampDuty) !==
          (dutiable(transaction) ? round(multiply(exact<Unit>(transaction.consideration), half), 2) : 0n),
      ),
    ).toEqual([]);
    // Above £10,000 the panel levy would be due.
    expect(
      demo.transactions.filter((transaction) => dutiable(transaction) && transaction.consideration > 10_000),
    ).toEqual([]);
  });

  it('pays a currency charge only for securities that are not quoted in sterling', () => {
    const charged = trades.filter(({ fxCharge }) => fxCharge > 0);
    expect(charged).toEqual(
      trades.filter(
        ({ isin, transactionType }) =>
          assetOf(isin).denomination === 'EUR' && ['BUY', 'SELL'].includes(transactionType),
      ),
    );
    expect(charged.length).toBeGreaterThan(10);
  });

  it('keeps to the yearly limits of an ISA and a lifetime ISA', () => {
    const spent = new Map<string, ReturnType<typeof exact>[]>();
    for (const { transactionType, taxWrapper, accountId, transactionDate, consideration } of demo.transactions) {
      const key = [taxWrapper, accountId, taxYearOf(transactionDate)].join(' ');
      if (transactionType === 'BUY') spent.set(key, [...(spent.get(key) ?? []), exact<Unit>(consideration)]);
      if (transactionType === 'SELL') spent.set(key, [...(spent.get(key) ?? []), negate(exact<Unit>(consideration))]);
    }
    for (const [key, amounts] of spent) {
      // A lifetime ISA's purchases are contributions of at most £4,000 and a bonus of a quarter.
      const limit = key.startsWith('LISA') ? 5000 : key >= 'ISA' && /2015-16|2016-17/u.test(key) ? 15_240 : 20_000;
      if (key.startsWith('ISA') || key.startsWith('LISA'))
        expect(Number(toText(sum(amounts)))).toBeLessThanOrEqual(limit);
    }
  });

  it('pays for every purchase from cash that was paid in, and never owes a broker', () => {
    const ledgers = cashLedgers(demo.transactions, { isAccumulating: () => false });
    expect(ledgers.size).toBe(new Set(trades.map((row) => placeOf(row))).size);
    for (const { lines } of ledgers.values()) {
      // The order within a day is not known.
      const atEndOfDay = lines.filter((line, index) => lines[index + 1]?.day !== line.day);
      expect(atEndOfDay.filter(({ balance }) => balance < 0n)).toEqual([]);
    }
    const differences = demo.brokerCashBalances.map((stated) => {
      const ledger = ledgers.get(placeKey(stated));
      return ledger && Number(toText(subtract(exact(stated.cashBalance), balanceOn(ledger, stated.lastUpdated))));
    });
    // One difference because of a missing row, and dollars without a ledger: each state is visible.
    expect(differences).toEqual([0, 0, undefined, 0, 0, 12.4]);
  });

  it('moves the cash of an ISA with it, and subscribes within the yearly limits', () => {
    const moved = cashEvents.filter(({ transferId }) => transferId !== undefined);
    expect(moved.map(({ transactionType }) => transactionType).toSorted()).toEqual([
      'CASH_TRANSFER_IN',
      'CASH_TRANSFER_OUT',
    ]);
    const paid = new Map<string, number>();
    for (const { taxWrapper, accountId, transactionDate, cashAmount, contributionKind } of cashEvents) {
      if (contributionKind !== 'OWN') continue;
      const key = [taxWrapper, accountId, taxYearOf(transactionDate)].join(' ');
      paid.set(key, (paid.get(key) ?? 0) + (cashAmount ?? 0));
    }
    const marked = demo.savingsAccounts.filter(({ isCashIsa }) => isCashIsa === true);
    const stated = demo.extras.filter(({ kind }) => kind === 'allowance-year');
    expect([marked.length, new Set(stated.map(({ key }) => key)).size]).toEqual([1, 9]);
    for (const { key, value } of stated) {
      const year = parseYearStatementKey(key);
      const isa = `ISA ${year?.accountId} ${year?.taxYear}`;
      const amount = readYearStatement(value).cashIsas.get(marked[0]?.id ?? '') ?? 0;
      expect(amount).toBeGreaterThan(0);
      paid.set(isa, (paid.get(isa) ?? 0) + amount);
    }
    // A lifetime ISA counts towards both limits.
    for (const [key, amount] of paid)
      if (key.startsWith('LISA')) paid.set(key.slice(1), (paid.get(key.slice(1)) ?? 0) + amount);
    const limitOf = (key: string): number => {
      if (key.startsWith('LISA')) return 4000;
      if (key.startsWith('JISA')) return 9000;
      return /2015-16|2016-17/u.test(key) ? 15_240 : 20_000;
    };
    expect([...paid.keys()].filter((key) => key.startsWith('JISA')).length).toBe(3);
    const over = [...paid].filter(([key, amount]) => key.includes('ISA ') && amount > limitOf(key));
    expect(over).toEqual([]);
  });

  it('trades at prices within half a percent of the close of the day', () => {
    const closes = new Map(demo.prices.map((price) => [`${price.isin} ${price.priceDate}`, price.closePrice]));
    const far: string[] = [];
    let compared = 0;
    for (const { transactionType, isin, transactionDate, nativePrice } of demo.transactions) {
      const close = closes.get(`${isin} ${transactionDate}`);
      if (close === undefined || nativePrice === null || !['BUY', 'SELL'].includes(transactionType)) continue;
      compared += 1;
      if (Math.abs(nativePrice / close - 1) > 0.005) far.push(`${isin} ${transactionDate}`);
    }
    expect(far).toEqual([]);
    expect(compared).toBeGreaterThan(200);
  });

  it('has a price for everything held and rates for every currency, up to the day before', () => {
    const isins = new Set(trades.map(({ isin }) => isin).filter((isin) => assetOf(isin).type !== 'COMMODITY'));
    const priced = new Map(
      demo.prices.filter(({ priceDate }) => priceDate === '2025-11-20').map(({ isin, currency }) => [isin, currency]),
    );
    expect([...isins].filter((isin) => priced.get(isin) !== assetOf(isin).denomination)).toEqual([]);
    for (const currency of ['GBP', 'EUR', 'XAU', 'XAG', 'XPT'])
      expect(demo.rates.some((rate) => rate.toCurrency === currency && rate.rateDate === '2025-11-20')).toBe(true);
  });

  it('moves by less than a third from one kept price to the next, but for the split', () => {
    const before = new Map<string, number>();
    const jumps = demo.prices.filter(({ isin, closePrice }) => {
      const last = before.get(isin) ?? closePrice;
      before.set(isin, closePrice);
      return Math.abs(closePrice / last - 1) > 1 / 3;
    });
    expect(jumps.map(({ isin, priceDate }) => `${isin} ${priceDate}`)).toEqual(['GB0009895292 2023-06-12']);
  });

  it('keeps every figure within the digits that a record allows', () => {
    const numbers = [...demo.prices.map((price) => price.closePrice), ...demo.rates.map((rate) => rate.rate)];
    expect(numbers.filter((value) => value <= 0 || !isAmount(checkAmount(value)))).toEqual([]);
  });

  it('has savings, cash, properties and targets that pass their rules', () => {
    for (const account of demo.savingsAccounts) expect(checkSavingsAccount(account)).toMatchObject({ ok: true });
    for (const balance of demo.brokerCashBalances) expect(checkBrokerCashBalance(balance)).toMatchObject({ ok: true });
    for (const property of demo.properties) expect(checkProperty(property)).toMatchObject({ ok: true });
    for (const price of demo.propertyPrices) expect(checkPropertyPrice(price)).toMatchObject({ ok: true });
    for (const target of demo.targetAllocations) expect(checkTargetAllocation(target)).toMatchObject({ ok: true });
    expect(toText(sum(demo.targetAllocations.map((target) => exact(target.targetPercentage))))).toBe('100');
    expect(demo.savingsAccounts.some((account) => account.accountCloseDate !== null)).toBe(true);
    for (const { id, accountOpenDate, latestBalance, latestBalanceDate } of demo.savingsAccounts) {
      const balances = demo.extras
        .filter(({ kind, key }) => kind === 'balance-history' && parseBalanceHistoryKey(key).savingsAccountId === id)
        .map(({ key, value }) => ({ date: parseBalanceHistoryKey(key).date, ...value }));
      expect(balances.length).toBeGreaterThan(2);
      expect(balances.map(({ date }) => date)).toEqual([...new Set(balances.map(({ date }) => date))].toSorted());
      expect([balances[0]?.date, balances.at(-1)]).toEqual([
        accountOpenDate,
        { date: latestBalanceDate, balance: latestBalance },
      ]);
    }
    for (const extra of demo.extras) expect(checkExtra(extra)).toMatchObject({ ok: true });
    expect(new Set(demo.propertyPrices.map(({ propertyId }) => propertyId))).toEqual(
      new Set(demo.properties.map(({ id }) => id)),
    );
    expect(new Set(demo.brokerCashBalances.map(({ currency }) => currency))).toEqual(new Set(['GBP', 'USD']));
  });
});

function placeOf({ accountId, brokerId, taxWrapper }: Transaction): string {
  return `${accountId} ${brokerId} ${taxWrapper}`;
}

function unitsOf({ transactionType, quantity }: Transaction): bigint {
  if (quantity === null || ['DIVIDEND', 'INTEREST', 'ACCUMULATION'].includes(transactionType)) return 0n;
  return transactionType === 'SELL' || transactionType === 'TRANSFER_OUT' ? negate(exact(quantity)) : exact(quantity);
}

function unmatchedOf(investor: DemoInvestor, today: string): readonly string[] {
  const gains = computeGains({ transactions: investor.transactions, assets: catalogue, asOf: day(today) });
  return gains.classes
    .flatMap((entry) => entry.disposals)
    .filter((disposal) => disposal.unmatchedQuantity > 0n)
    .map((disposal) => disposal.id);
}
