import { expect, it } from 'vitest';
import type { Amount, Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import type { SecurityTrade } from '../../../workers/api/worker-api.ts';
import { marksOn, splitDays } from './price-marks.ts';

const price = (priceDate: string, closePrice: number): PricePoint => ({
  isin: 'IE00B4L5Y983',
  priceDate: priceDate as IsoDate,
  closePrice: closePrice as Amount<'price'>,
  currency: 'USD',
  fetchedAt: '2024-03-08T18:00:00Z',
});
const trade = (date: string, side: SecurityTrade['side'], quantity: number): SecurityTrade => ({
  date: date as IsoDate,
  side,
  quantity: quantity as Quantity,
});

it('marks each day of trades at its price, on a day without one at the last before, and none beyond the prices', () => {
  const prices = [price('2024-03-01', 10), price('2024-03-04', 11), price('2024-03-08', 12)];
  const trades = [
    trade('2024-02-29', 'bought', 1),
    trade('2024-03-03', 'bought', 2),
    trade('2024-03-04', 'sold', 3),
    trade('2024-03-03', 'bought', 4),
    trade('2024-03-09', 'sold', 5),
  ];
  expect(marksOn(prices, trades)).toEqual([
    { date: '2024-03-03', side: 'bought', quantities: [2, 4], price: 10 },
    { date: '2024-03-04', side: 'sold', quantities: [3], price: 11 },
  ]);
  expect(marksOn([], trades)).toEqual([]);
});

it('marks a split once a day, and names the days between whose prices the units changed', () => {
  const prices = [price('2024-03-01', 10), price('2024-03-04', 11), price('2024-03-08', 5.5)];
  const split = (date: string): SecurityTrade => ({ date: date as IsoDate, side: 'split', quantity: null });
  const trades = ['2024-03-01', '2024-03-08', '2024-03-08', '2024-03-09'].map(split);
  expect(marksOn(prices, trades.slice(1))).toEqual([{ date: '2024-03-08', side: 'split', quantities: [], price: 5.5 }]);
  // All prices shown are of units after the first, and before the last.
  expect([splitDays(prices, trades), splitDays([], trades)]).toEqual([['2024-03-08'], []]);
});
