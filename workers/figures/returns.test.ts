import { afterEach, expect, it, vi } from 'vitest';
import type { Money, Pounds, Price, Quantity } from '../../domain/values/amount.ts';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import * as books from '../../domain/returns/book/returns-book.ts';
import * as walks from '../../domain/returns/answers/period-walk.ts';
import { createHoldfastWorker } from '../opening/holdfast-worker.ts';
import type { ReturnsRequest } from '../api/returns-types.ts';
import type { HoldfastWorker } from '../api/worker-api.ts';
import { saveRecord } from '../../src/data/records/records.ts';

const ISIN = 'GB00BH4HKS39';
const workers: HoldfastWorker[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const worker of workers.splice(0)) await worker.close();
});

async function setUp() {
  const db = await freshDatabase();
  await db.assets.add({ ...unlistedAsset('asset-1', ISIN, 'Vodafone Group plc'), category: 'UK_TSM', version: 1 });
  await db.prices.bulkAdd(
    [
      ['2024-03-01', 33],
      ['2024-06-01', 40],
    ].map(([priceDate, closePrice]) => ({
      isin: ISIN,
      priceDate: priceDate as IsoDate,
      closePrice: closePrice as Price,
      currency: 'GBP',
      fetchedAt: '',
    })),
  );
  written(await saveRecord(db, 'transaction', purchase({ isin: ISIN })));
  const worker = createHoldfastWorker(() => Date.parse('2026-11-21T10:00:00Z'));
  workers.push(worker);
  await worker.open(db.name);
  return { db, worker };
}

const asked = (given: Partial<ReturnsRequest> = {}): ReturnsRequest => ({
  scope: {},
  period: 'all',
  benchmark: null,
  splitBy: 'accountId',
  ...given,
});

it('answers returns of a period and scope with what there is to choose from, and the rows of a part', async () => {
  const { worker } = await setUp();
  const answer = await worker.returns(asked());
  expect(answer.period).toEqual({ from: '2024-03-01', to: '2026-11-21' });
  expect(answer.bridge).toMatchObject({ paidIn: 344.86, unrealised: 60.14, charges: 5, closing: 400 });
  expect(answer.choices).toMatchObject({
    accountIds: ['account'],
    taxWrappers: ['DEALING'],
    categories: ['UK_TSM'],
    holdings: [{ isin: ISIN, name: 'Vodafone Group plc' }],
    benchmarks: [{ isin: ISIN, name: 'Vodafone Group plc' }],
  });
  expect((await worker.returns(asked({ scope: { taxWrapper: 'ISA' } }))).isEmpty).toBe(true);
  // Own dates that continue after today end today.
  const own = { from: '2024-07-01' as IsoDate, to: '2030-01-01' as IsoDate };
  expect((await worker.returns(asked({ period: own }))).period.to).toBe('2026-11-21');
  expect(await worker.returnsLines({ scope: {}, period: 'all', part: 'paidIn' })).toMatchObject([
    { transactionType: 'BUY', date: '2024-03-01', amount: 344.86, assetName: 'Vodafone Group plc' },
  ]);
});

it('counts the cash of a broker from its first cash event on', async () => {
  const { db, worker } = await setUp();
  written(await saveRecord(db, 'transaction', purchase({ isin: ISIN, transactionDate: '2024-04-01' as IsoDate })));
  written(
    await saveRecord(db, 'transaction', {
      ...purchase({ transactionType: 'DEPOSIT', transactionDate: '2024-04-01' as IsoDate, isin: '' }),
      quantity: null,
      consideration: 0 as Pounds,
      brokerCharge: 0 as Pounds,
      cashAmount: 500 as Money,
      cashCurrency: 'GBP',
    }),
  );
  const answer = await worker.returns(asked());
  expect(answer.cashSince).toEqual([
    { accountId: 'account', brokerId: 'broker', taxWrapper: 'DEALING', day: '2024-04-01' },
  ]);
  // 344.86 came from outside before; of the deposit of 500, 155.14 remain beside 20 shares at 40.
  expect(answer).toMatchObject({ securitiesOnly: false, bridge: { paidIn: 844.86, closing: 955.14, charges: 10 } });
  const lines = await worker.returnsLines({ scope: {}, period: 'all', part: 'paidIn' });
  expect(lines.map(({ transactionType, assetName, amount }) => [transactionType, assetName, amount])).toEqual([
    ['BUY', 'Vodafone Group plc', 344.86],
    ['DEPOSIT', null, 500],
  ]);
});

it('answers what each holding earned in a period', async () => {
  const { worker } = await setUp();
  expect(await worker.holdingReturns('all')).toMatchObject([
    { accountId: 'account', isin: ISIN, taxWrapper: 'DEALING', gain: 55.14, moneyWeighted: { found: true } },
  ]);
});

it('makes its book once, walks each period once, and starts again when a transaction changes', async () => {
  const book = vi.spyOn(books, 'returnsBook');
  const walk = vi.spyOn(walks, 'walkPeriod');
  const { db, worker } = await setUp();
  await worker.returns(asked());
  await worker.returns(asked({ scope: { taxWrapper: 'DEALING' } }));
  await worker.returns(asked({ splitBy: 'category' }));
  expect(book).toHaveBeenCalledOnce();
  expect(walk).toHaveBeenCalledOnce();
  await worker.returns(asked({ period: '1y' }));
  expect(book).toHaveBeenCalledOnce();
  expect(walk).toHaveBeenCalledTimes(2);
  written(await saveRecord(db, 'transaction', purchase({ isin: ISIN, quantity: 5 as Quantity })));
  await vi.waitFor(async () => expect((await worker.returns(asked())).bridge?.closing).toBe(600));
  expect(book).toHaveBeenCalledTimes(2);
});
