/** A holder's income on the device, as the tests of its screen begin with it. */
import { screen, within } from '@testing-library/react';
import { buy, row } from '../../tests/cgt/rows.ts';
import type { Percent } from '../../domain/values/amount.ts';
import type { Asset, Transaction } from '../../domain/records/records.ts';
import type { HoldfastDatabase } from '../data/database/schema.ts';
import { renderScreen, type OpenScreen } from './render-screen.tsx';
import { useValuesVisibility } from '../ui/app-state/values-visibility.ts';

export const VODAFONE = 'GB00BH4HKS39';
export const WORLD = 'IE00BK5BQT80';
export const UNKNOWN_FUND = 'IE00BFY0GT14';
export const GLENCORE = 'JE00B4T3BW64';

export const asset = (isin: string, name: string, type: Asset['type']): Asset => ({
  id: `asset-${isin}`,
  isin,
  name,
  type,
  category: 'US_TSM',
  sedol: null,
  incomeTreatment: 'NA',
  totalExpenseRatio: 0 as Percent,
  denomination: 'GBP',
  priceSource: 'LSE',
  fetchCode: 'X',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
});

const ASSETS = [
  asset(VODAFONE, 'Vodafone Group', 'EQUITY'),
  asset(WORLD, 'All-World ETF', 'ETF'),
  asset(UNKNOWN_FUND, 'Quiet ETF', 'ETF'),
  asset(GLENCORE, 'Jersey Mining', 'EQUITY'),
];

export const own = (one: Transaction): Transaction => ({ ...one, accountId: 'ada', brokerId: 'b' });

/** A year's dividends in a dealing account and an ISA, and 1,000 units of a reporting fund. */
export const ROWS = [
  row('DIVIDEND', '2024-06-03', null, 700.5, { id: 'paid', isin: VODAFONE }),
  {
    ...row('DIVIDEND', '2024-09-02', null, 170, { id: 'us', isin: 'US0378331005' }),
    grossIncome: 200,
    taxWithheld: 30,
  },
  row('DIVIDEND', '2024-06-03', null, 55, { id: 'isa', isin: VODAFONE, wrapper: 'ISA' }),
  buy('2021-01-04', 1000, 80_000, { id: 'bought', isin: WORLD }),
].map((one) => own(one as Transaction));

export const store =
  (rows: readonly Transaction[] = ROWS) =>
  async (db: HoldfastDatabase): Promise<void> => {
    await db.brokers.put({ id: 'b', name: 'A broker', version: 1 });
    await db.assets.bulkPut(
      [...ASSETS, asset('US0378331005', 'Apple', 'EQUITY')].map((one) => ({ ...one, version: 1 })),
    );
    await db.transactions.bulkPut(rows.map((one) => ({ ...one, version: 1 })));
  };

export const showValues = () => useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
export const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
export const rowWith = (table: string, words: string | RegExp): HTMLElement =>
  within(screen.getByRole('table', { name: table })).getByRole('row', { name: words });

export async function openIncome(path = '/income?year=2024-25', rows = ROWS): Promise<OpenScreen> {
  const opened = await renderScreen(path, { records: store(rows) });
  showValues();
  await screen.findByText('Gross income', { selector: 'dt' });
  return opened;
}
