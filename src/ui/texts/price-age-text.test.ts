import { expect, it } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { priceAgeText } from './price-age-text.ts';

const textOf = (...dates: string[]) => priceAgeText(dates as IsoDate[], '2026-12-01' as IsoDate);

it('says how old prices are, once they are older than a day', () => {
  expect(textOf()).toBeNull();
  expect(textOf('2026-11-30', '2026-12-01')).toBeNull();
  expect(textOf('2026-11-29')).toBe('The price is from 29\u00a0Nov\u00a02026, 2 days ago.');
  expect(textOf('2026-11-29', '2026-12-01')).toBe('1 of 2 prices is from 29\u00a0Nov\u00a02026, 2 days ago.');
  expect(textOf('2026-11-29', '2026-11-28', '2026-12-01')).toBe(
    '2 of 3 prices are older than a day; the oldest is from 28\u00a0Nov\u00a02026, 3 days ago.',
  );
  expect(textOf('2026-11-29', '2026-11-29')).toBe(
    'All 2 prices are older than a day; the oldest is from 29\u00a0Nov\u00a02026, 2 days ago.',
  );
});
