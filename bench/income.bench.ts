/** Income over 100,000 transactions, beside plain numbers in one loop over the same rows: `npm run bench income`. */
import { readFileSync } from 'node:fs';
import type { Percent, Pounds } from '../domain/values/amount.ts';
import { computeGains } from '../domain/cgt/matching/compute.ts';
import type { ClassGains } from '../domain/cgt/terms/gains.ts';
import { addDays, type IsoDate } from '../domain/values/dates.ts';
import { divide } from '../domain/values/decimal.ts';
import { excessIncomeTable } from '../domain/facts/excess-income.ts';
import { incomeFactsFrom } from '../domain/facts/shipped-facts.ts';
import { excessIncome } from '../domain/income/excess-income.ts';
import { incomeFindings } from '../domain/income/income-findings.ts';
import { incomeForecast } from '../domain/income/income-forecast.ts';
import { incomeYear } from '../domain/income/income-year.ts';
import { toPeriodView } from '../domain/income/period-view.ts';
import { rateFor, type Rates } from '../domain/income/pound-rate.ts';
import { grossByYear, incomeRowsByYear, receiptsOf, type ReceiptsInput } from '../domain/income/receipts.ts';
import type { Asset, Transaction } from '../domain/records/records.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../domain/values/tax-year.ts';
import { AS_OF, generatePortfolio, SEED } from './engine-portfolio.ts';
import { bestOf, printLimit, printTimes } from './measure.ts';
import { randomFrom } from './random.ts';

const COUNT = 100_000;
const SECURITIES = 200;
const RUNS = 7;
/** Milliseconds, for a change of the year and for the additional work of the first visit. */
const LIMIT = 150;
const FIRST = '2010-04-06' as IsoDate;
const DAYS = 15 * 365;

const text = (name: string): string => readFileSync(new URL(`../domain/facts/${name}`, import.meta.url), 'utf8');
const [excessText, ratesText] = [text('excess-income.csv'), text('monthly-rates.csv')];
/** Half of the securities are reporting funds with figures, the others shares. */
const funds = [
  ...new Set(
    excessText
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 12)),
  ),
].slice(0, SECURITIES / 2);

function isinOf(isin: string): string {
  const index = Number(isin.slice(4));
  return index < funds.length ? (funds[index] ?? isin) : `GB${String(index).padStart(10, '0')}`;
}

/** Six of ten rows are trades, the others dividends with tax withheld, in date order. */
function portfolio(): Transaction[] {
  const random = randomFrom(SEED);
  const trades = generatePortfolio(COUNT * 0.6, SECURITIES, SEED).map((row) => ({ ...row, isin: isinOf(row.isin) }));
  const dividends = Array.from({ length: COUNT * 0.4 }, (_, index): Transaction => {
    const like = trades[Math.floor(random() * trades.length)] as Transaction;
    const gross = Number((1 + random() * 900).toFixed(2));
    return {
      ...like,
      id: `10000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      transactionType: 'DIVIDEND',
      transactionDate: addDays(FIRST, Math.floor(random() * DAYS)),
      quantity: null,
      consideration: gross as Pounds,
      grossIncome: gross as Pounds,
      taxWithheld: Number((gross * 0.15).toFixed(2)) as Pounds,
      brokerCharge: 0 as Pounds,
      stampDuty: 0 as Pounds,
    };
  });
  return [...trades, ...dividends].sort((a, b) => (a.transactionDate < b.transactionDate ? -1 : 1));
}

const transactions = portfolio();
const assets = new Map<string, Asset>(
  [...new Set(transactions.map(({ isin }) => isin))].map((isin) => [
    isin,
    {
      id: isin,
      isin,
      name: isin,
      type: isin.startsWith('GB') ? 'EQUITY' : 'ETF',
      category: 'US_TSM',
      sedol: null,
      incomeTreatment: 'NA',
      totalExpenseRatio: 0 as Percent,
      denomination: 'GBP',
      priceSource: 'LSE',
      fetchCode: isin,
      excludeFromPriceUpdates: false,
      cgtExempt: null,
    },
  ]),
);
const gains = computeGains({ transactions, assets, asOf: AS_OF });
const account = 'account';

/** The classes as the engine returned them, without any derived results. */
function freshClasses(): readonly ClassGains[] {
  return gains.classes.map((one) => Object.create(one) as ClassGains);
}

function ground(classes: readonly ClassGains[]) {
  const facts = incomeFactsFrom(excessText, ratesText);
  const rates: Rates = { monthly: facts.monthlyRates, daily: () => null };
  const receipts: ReceiptsInput = {
    transactions,
    assets,
    natures: new Map(),
    inPounds: (amount, currency, date) => {
      const rate = rateFor(currency, date, 'hmrcMonth', rates);
      return rate === null ? null : divide<'pounds'>(amount, rate.perPound);
    },
  };
  const excess = excessIncome({
    classes,
    asOf: AS_OF,
    facts: excessIncomeTable(facts.excessIncomeOf(new Set(classes.flatMap(({ codes }) => codes))), []),
    assets,
    rates,
    settings: new Map(),
  });
  return { receipts, excess, findings: incomeFindings(excess, AS_OF) };
}

const nameOf = (isin: string): string => isin;

/** The work of a change of the year; other results are reused. */
function year({ receipts, excess, findings, rows }: typeof known, taxYear: TaxYear) {
  const ofYear = { ...receipts, transactions: rows.get(taxYear) ?? [] };
  return {
    ...incomeYear(receiptsOf(ofYear, account, taxYear), account, taxYear, nameOf),
    years: [...rows.keys()],
    periods: excess.periods
      .filter(({ distributionDate }) => taxYearOf(distributionDate) === taxYear)
      .map((period) => toPeriodView(period, nameOf)),
    otherYears: findings.filter((finding) => finding.taxYear !== taxYear),
  };
}

/** The same sums in plain numbers: gross, withheld, by security and by month. */
function plainYear(taxYear: TaxYear) {
  const { first, last } = taxYearBounds(taxYear);
  const bySecurity = new Map<string, number>();
  const byMonth = new Map<string, number>();
  let [gross, withheld] = [0, 0];
  for (const row of transactions) {
    if (row.transactionType !== 'DIVIDEND' || row.transactionDate < first || row.transactionDate > last) continue;
    if (row.taxWrapper === 'ISA') continue;
    const amount = row.grossIncome ?? row.consideration;
    gross += amount;
    withheld += row.taxWithheld ?? 0;
    bySecurity.set(row.isin, (bySecurity.get(row.isin) ?? 0) + amount);
    const month = row.transactionDate.slice(0, 7);
    byMonth.set(month, (byMonth.get(month) ?? 0) + amount);
  }
  return { gross, withheld, bySecurity, byMonth };
}

/** The lines of the held funds, split into cells without any checks. */
function plainFacts() {
  const held = new Set(assets.keys());
  return excessText
    .split('\n')
    .filter((line) => held.has(line.slice(0, 12)))
    .map((line) => line.split(','));
}

const known = { ...ground(gains.classes), rows: incomeRowsByYear(transactions, account) };
const YEARS = ['2024-25', '2023-24', '2022-23'] as TaxYear[];
let turn = 0;
const next = (): TaxYear => YEARS[(turn += 1) % YEARS.length] as TaxYear;
const shown = year(known, '2024-25' as TaxYear);
console.log(
  `${transactions.length} transactions, ${shown.lines.length} rows and ${shown.periods.length} reporting periods in a year, ${known.excess.periods.length} in all`,
);
const change = bestOf(RUNS, () => year(known, next()));
printTimes(
  'change of the year',
  change,
  'one loop',
  bestOf(RUNS, () => plainYear(next())),
);
printLimit('change of the year', change, LIMIT, ' ms');
const copied = bestOf(RUNS, () => structuredClone(year(known, next())));
printLimit('change of the year, handed to the page', copied, LIMIT, ' ms');
const facts = bestOf(RUNS, ground, freshClasses);
printTimes('facts at the first visit', facts, 'lines in cells', bestOf(RUNS, plainFacts));
printLimit('facts at the first visit', facts, LIMIT, ' ms');
const rest = bestOf(RUNS, () => [
  grossByYear(incomeRowsByYear(transactions, account), known.receipts.inPounds),
  incomeForecast(gains.classes, AS_OF),
]);
printTimes(
  'years and calendar at the first visit',
  rest,
  'one loop',
  bestOf(RUNS, () => plainYear(next())),
);
