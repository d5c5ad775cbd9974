/** Returns of 100,000 transactions over ten years with a price a day, each settled in a cash ledger, beside the same days in plain numbers: `npm run bench returns`. */
import type { Money, Pounds, Price, Quantity, Rate } from '../domain/values/amount.ts';
import { cashMovements } from '../domain/cash-ledger/cash-ledger.ts';
import type { AssetFacts } from '../domain/cgt/terms/capacity.ts';
import { computeGains } from '../domain/cgt/matching/compute.ts';
import { addDays, daysBetween, toDayNumber, type IsoDate } from '../domain/values/dates.ts';
import { ASSET_CATEGORIES, type TaxWrapper, type TransactionType } from '../domain/fields/enums.ts';
import type { ExchangeRate, PricePoint, Transaction } from '../domain/records/records.ts';
import { ledgersFromEvents } from '../domain/returns/book/ledgers-from-events.ts';
import { ReturnsAnswers } from '../domain/returns/answers/returns-answers.ts';
import { returnsBook, type ReturnsInput } from '../domain/returns/book/returns-book.ts';
import type { ReturnsQuery } from '../domain/returns/answers/returns-view.ts';
import { priceLookup, rateLookup } from '../domain/holdings/quotes.ts';
import { isinOf } from './many-transactions.ts';
import { bestOf, printLimit, printTimes } from './measure.ts';
import { randomFrom } from './random.ts';

const ROWS = 100_000;
const SECURITIES = 250;
const FROM = '2014-01-02' as IsoDate;
const TO = '2024-01-01' as IsoDate;
const FIRST_ANSWER_MS = 1500;
const ANOTHER_MS = 150;
const FLOOR = 'plain numbers';
const CURRENCIES = ['GBP', 'GBX', 'USD', 'EUR'] as const;

const random = randomFrom(20_261_123);
const below = (limit: number): number => Math.floor(random() * limit);
const isins = Array.from({ length: SECURITIES }, (_, index) => isinOf(index));
const currencyOf = (which: number): (typeof CURRENCIES)[number] => CURRENCIES[which % 4] ?? 'GBP';
const DAYS = daysBetween(FROM, TO);

const assets = new Map(
  isins.map((isin, index): [string, AssetFacts] => [
    isin,
    {
      isin,
      name: `Security ${index}`,
      type: 'EQUITY',
      category: ASSET_CATEGORIES[index % ASSET_CATEGORIES.length]?.value ?? 'UK_TSM',
      cgtExempt: null,
      denomination: currencyOf(index),
    },
  ]),
);

/** Each security is held in one account and wrapper, at two brokers. */
function rowsOf(): Transaction[] {
  const held = new Map<string, number>();
  return Array.from({ length: ROWS }, (_, index): Transaction => {
    const which = index < SECURITIES ? index : below(SECURITIES);
    const brokerId = `broker-${below(2)}`;
    const holding = held.get(`${which} ${brokerId}`) ?? 0;
    const kind = random();
    const transactionType: TransactionType = kind < 0.1 ? 'DIVIDEND' : kind < 0.45 && holding > 10 ? 'SELL' : 'BUY';
    const quantity = transactionType === 'DIVIDEND' ? 0 : 1 + below(transactionType === 'SELL' ? holding / 2 : 500);
    held.set(`${which} ${brokerId}`, holding + (transactionType === 'SELL' ? -quantity : quantity));
    return {
      id: `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      transactionType,
      transactionDate: addDays(FROM, Math.floor((index * DAYS) / ROWS)),
      brokerId,
      brokerDealReference: '',
      accountId: `account-${which % 3}`,
      taxWrapper: (['DEALING', 'ISA', 'SIPP'] as const satisfies readonly TaxWrapper[])[which % 3] ?? 'DEALING',
      isin: isins[which] ?? '',
      quantity: quantity === 0 ? null : (quantity as Quantity),
      nativePrice: null,
      localPrice: null,
      consideration: ((1 + below(500_000)) / 100) as Pounds,
      brokerCharge: 5.95 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
    };
  });
}

const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(FROM, index));
const prices = isins.flatMap((isin, index) => {
  let level = 500 + below(5000);
  return days.map((priceDate): PricePoint => {
    level = Math.max(50, Math.round(level * (0.99 + random() * 0.0203)));
    return { isin, priceDate, closePrice: (level / 100) as Price, currency: currencyOf(index), fetchedAt: '' };
  });
});
const rates = (['USD', 'EUR'] as const).flatMap((fromCurrency) =>
  days.map((rateDate): ExchangeRate => ({
    fromCurrency,
    toCurrency: 'GBP',
    rate: (Math.round(7000 + random() * 2000) / 10_000) as Rate,
    rateDate,
  })),
);
/** A deposit before all trades at every place with trades, so that each trade is settled in a ledger. */
function depositsFor(rows: readonly Transaction[]): Transaction[] {
  const places = new Map(rows.map((row) => [`${row.accountId} ${row.brokerId} ${row.taxWrapper}`, row]));
  return [...places.values()].map((row, index) => ({
    ...row,
    id: `deposit-${index}`,
    transactionType: 'DEPOSIT',
    transactionDate: FROM,
    isin: '',
    quantity: null,
    consideration: 0 as Pounds,
    brokerCharge: 0 as Pounds,
    cashAmount: 50_000_000 as Money,
    cashCurrency: 'GBP',
  }));
}

const transactions = rowsOf();
const withCash = [...depositsFor(transactions), ...transactions];
const lookup = priceLookup(prices);
const rateOf = rateLookup(rates);

const query = (given: Partial<ReturnsQuery> = {}): ReturnsQuery => ({
  scope: {},
  period: { from: FROM, to: TO },
  benchmark: isins[0] ?? null,
  splitBy: 'category',
  ...given,
});
const input = (): ReturnsInput => ({
  gains: computeGains({ transactions, assets, asOf: TO }),
  assets,
  series: lookup.series,
  rates: rateOf,
  ledgers: ledgersFromEvents(cashMovements(withCash, { isAccumulating: () => false })).ledgers,
});

/** The daily value and flows of everything, in doubles, from sorted records. */
function plainGrowth(): number {
  const units = new Float64Array(SECURITIES);
  const indexOf = new Map(isins.map((isin, index) => [isin, index]));
  const last = Float64Array.from(isins, () => 0);
  const ratesByDay = new Map(rates.map(({ fromCurrency, rateDate, rate }) => [`${fromCurrency}${rateDate}`, rate]));
  let [growth, before, next] = [1, 0, 0];
  for (const [day, date] of days.entries()) {
    const ofCurrency = [1, 0.01, ratesByDay.get(`USD${date}`) ?? 1, ratesByDay.get(`EUR${date}`) ?? 1];
    let [paidIn, paidOut, value] = [0, 0, 0];
    for (let row = transactions[next]; row?.transactionDate === date; row = transactions[next]) {
      const which = indexOf.get(row.isin) ?? 0;
      const quantity = row.quantity ?? 0;
      if (row.transactionType === 'BUY') {
        units[which] = (units[which] ?? 0) + quantity;
        paidIn += row.consideration + row.brokerCharge;
      } else {
        if (row.transactionType === 'SELL') units[which] = (units[which] ?? 0) - quantity;
        paidOut += row.consideration - row.brokerCharge;
      }
      next += 1;
    }
    for (let which = 0; which < SECURITIES; which += 1) {
      last[which] = prices[which * days.length + day]?.closePrice ?? last[which] ?? 0;
      value += (units[which] ?? 0) * (last[which] ?? 0) * (ofCurrency[which % 4] ?? 1);
    }
    if (before + paidIn > 0) growth *= (value + paidOut) / (before + paidIn);
    before = value;
  }
  return growth;
}

const made = input();
const floor = bestOf(5, plainGrowth);
const first = bestOf(5, () => new ReturnsAnswers(returnsBook(input())).view(query()));
printTimes('first answer, gains worked out too', first, FLOOR, floor);
printTimes(
  'first answer, gains known',
  bestOf(5, () => new ReturnsAnswers(returnsBook(made)).view(query())),
  FLOOR,
  floor,
);
const book = returnsBook(made);
let turn = 0;
const fresh = (): ReturnsAnswers => {
  const answers = new ReturnsAnswers(book);
  answers.view(query());
  return answers;
};
const used = fresh();
const period = bestOf(9, () => {
  turn += 1;
  return used.view(query({ period: { from: addDays(FROM, 30 + turn), to: TO } }));
});
printTimes('another period', period, FLOOR, floor);
const scope = bestOf(9, (answers: ReturnsAnswers) => answers.view(query({ scope: { accountId: 'account-1' } })), fresh);
printTimes('another scope', scope, FLOOR, floor);
const both = bestOf(
  9,
  (answers: ReturnsAnswers) => {
    turn += 1;
    const tenth = toDayNumber(TO) - toDayNumber(FROM);
    return answers.view(
      query({ scope: { taxWrapper: 'ISA' }, period: { from: addDays(FROM, turn), to: addDays(FROM, tenth - turn) } }),
    );
  },
  fresh,
);
printTimes('another scope and period', both, FLOOR, floor);
printTimes(
  'the rows of a bar',
  bestOf(5, (answers: ReturnsAnswers) => answers.lines({ ...query(), part: 'realised' }), fresh),
  FLOOR,
  floor,
);
printTimes(
  'every holding of a period',
  bestOf(5, (answers: ReturnsAnswers) => answers.holdings({ from: FROM, to: TO }), fresh),
  FLOOR,
  floor,
);
printLimit('first answer', first, FIRST_ANSWER_MS, ' ms');
printLimit('another period', period, ANOTHER_MS, ' ms');
printLimit('another scope', scope, ANOTHER_MS, ' ms');
