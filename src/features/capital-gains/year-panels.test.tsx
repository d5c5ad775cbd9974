/** What the gains screen leads with: each holder's exempt amount, estimated tax, and years as bars. */
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { HolderGains } from '../../../domain/cgt/tax/gains-by-year.ts';
import type { YearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { keepFigures } from '../../data/kept-figures/kept-figures.ts';
import { readFirst } from '../../data/records/first-reads.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { chartIn, findPicture, standInCanvas } from '../../testing/drawn-chart.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { makeYearPanel } from './disposal.fixture.ts';
import { YearPanels } from './year-panels.tsx';

const worker = { yearPanels: vi.fn(), gainsByYear: vi.fn() };
handInCompute(() => worker);

const YEAR = '2024-25' as TaxYear;
const ACCOUNTS = [{ id: 'account-1', name: 'Main Account' }];
const pounds = (value: number) => value as Pounds;

const GAINS: HolderGains = {
  accountId: 'account-1',
  years: [
    {
      taxYear: '2023-24' as TaxYear,
      gains: pounds(100),
      losses: pounds(350.25),
      net: pounds(-250.25),
      exemptAmount: pounds(6000),
      taxable: pounds(0),
    },
    {
      taxYear: YEAR,
      gains: pounds(9000.5),
      losses: pounds(1000),
      net: pounds(8000.5),
      exemptAmount: pounds(3000),
      taxable: pounds(4300.5),
    },
  ],
};

async function open(panel: Partial<YearPanel> = {}, gains: readonly HolderGains[] = [GAINS]) {
  worker.yearPanels.mockResolvedValue([makeYearPanel(panel)]);
  worker.gainsByYear.mockResolvedValue(gains);
  render(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} />);
  return within(await screen.findByRole('region', { name: 'Main Account, 2024-25' }));
}

beforeEach(async () => {
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
  standInCanvas();
  await openTestDatabase();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  await removeTestDatabase();
});

it('says what of the exempt amount is used and left, and how much is over it', async () => {
  const panel = await open({ exemptAmountUsed: pounds(3000), exemptAmountLeft: pounds(0) });
  expect(panel.getByText('Exempt amount').parentElement?.textContent).toBe(
    'Exempt amount£3,000.00 of £3,000.00£0.00 left · £4,300.50 over it, which is taxed',
  );
  cleanup();
  const within = await open({
    exemptAmountUsed: pounds(577.43),
    exemptAmountLeft: pounds(2422.57),
    taxable: pounds(0),
  });
  expect(within.getByText('Exempt amount').parentElement?.textContent).toBe(
    'Exempt amount£577.43 of £3,000.00£2,422.57 left',
  );
});

it('estimates the tax from the lowest to the highest, by band, and says whether to report', async () => {
  const panel = await open();
  const tax = () => panel.getByText('Estimated tax').nextElementSibling?.textContent;
  expect(tax()).toBe('£454.09 to £872.12');
  expect(panel.getByText(/^The estimated tax is a range/u).textContent).toBe(
    'The estimated tax is a range: from all gains at the basic rate (10% and 18%) to all at the higher rate (20% and 24%). It depends on your income.',
  );
  expect(panel.getByText('These gains have to be reported in Self Assessment.')).toBeTruthy();
  cleanup();
  const settled = await open({ tax: pounds(0), taxable: pounds(0) });
  expect(settled.getByText('Estimated tax').nextElementSibling?.textContent).toBe('£0.00');
  expect(settled.queryByText(/It depends on your income/u)).toBeNull();
});

it('computes no tax for a year whose rules are not known', async () => {
  const panel = await open({
    exemptAmount: null,
    exemptAmountUsed: null,
    exemptAmountLeft: null,
    taxable: null,
    tax: null,
    taxAtBasicRate: null,
    taxAtHigherRate: null,
    reporting: null,
    stretches: [],
  });
  expect(panel.getByText(/^The rules of this tax year are not known/u)).toBeTruthy();
  expect(panel.getByText('Estimated tax').nextElementSibling?.textContent).toBe('Not known for this year');
});

it('draws the years against the exempt amount, walked by keys, with a table behind', async () => {
  const panel = await open();
  const picture = await findPicture(/^Yearly gains of Main Account, against the exempt amount\. The figures are/u);
  await waitFor(() => expect(chartIn(picture).data.datasets[0]?.data).toEqual([-250.25, 8000.5]));
  expect(chartIn(picture).options.plugins.barMarks?.marks).toEqual([6000, 3000]);
  act(() => picture.focus());
  await userEvent.keyboard('{ArrowRight}');
  const said = () => panel.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said()).toEqual(['2023-24, Loss £250.25, Exempt amount £6,000.00, Taxable £0.00']);
  await userEvent.keyboard('{End}');
  expect(said()).toEqual(['2024-25, Gain £8,000.50, Exempt amount £3,000.00, Taxable £4,300.50']);
  await userEvent.keyboard('{Home}{ArrowLeft}x');
  expect(said()).toEqual(['2023-24, Loss £250.25, Exempt amount £6,000.00, Taxable £0.00']);
  await userEvent.tab();
  expect(said()).toEqual(['']);

  await userEvent.click(panel.getByText('The figures as a table'));
  const table = within(await panel.findByRole('table', { name: 'Yearly gains of Main Account' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Tax yearGainsLossesNetExempt amountTaxable',
    '2024-25£9,000.50£1,000.00+£8,000.50£3,000.00£4,300.50',
    '2023-24£100.00£350.25−£250.25£6,000.00£0.00',
  ]);
});

it('the page has neither an amount nor a bar while values are hidden', async () => {
  useValuesVisibility.getState().reset();
  const panel = await open();
  expect(panel.getByText('Values are hidden. Show them to see the chart.')).toBeTruthy();
  expect(panel.queryByRole('img')).toBeNull();
  expect(document.querySelector('[style*="inline-size"]')).toBeNull();
  expect(document.body.textContent).not.toMatch(/£/u);
});

it('draws no chart for a holder who never disposed of anything', async () => {
  const panel = await open({ disposals: 0 }, [{ accountId: 'account-1', years: [] }]);
  expect(panel.queryByText(/^Yearly gains less losses/u)).toBeNull();
  expect(panel.getByText(/^No chargeable disposal falls in 2024-25\./u)).toBeTruthy();
});

/** Stores the figures of a year as those of an earlier day. */
async function keepYear(): Promise<void> {
  const none = { value: [], stamps: {} } as never;
  const panels = [makeYearPanel({ net: pounds(111) })];
  await keepFigures(currentDatabase(), '2020-01-01' as IsoDate, {
    holdings: none,
    dashboard: none,
    dashboardWithoutCash: none,
    gains: none,
    holderYears: { value: { panels, gains: [GAINS] }, stamps: {} },
  });
}

it('draws stored figures at once where they were read while the screen was loading, and of its year alone', async () => {
  await keepYear();
  worker.yearPanels.mockReturnValue(new Promise(() => undefined));
  worker.gainsByYear.mockResolvedValue([GAINS]);
  await readFirst(currentDatabase(), ['gains', 'holderYears'], '2020-01-02' as IsoDate);
  render(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} isNext={false} />);
  expect(screen.getByRole('region', { name: 'Main Account, 2024-25' }).textContent).toContain('111.00');
  expect(screen.getByText('Updating…')).toBeTruthy();
  cleanup();
  render(<YearPanels taxYear={'2023-24' as TaxYear} accounts={ACCOUNTS} isNext={false} />);
  expect(screen.queryByRole('region', { name: /Main Account/u })).toBeNull();
});

it('shows stored figures immediately, marked where they may have changed, until the worker answers', async () => {
  await keepYear();
  let answer: (panels: readonly YearPanel[]) => void = () => undefined;
  worker.yearPanels.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  worker.gainsByYear.mockResolvedValue([GAINS]);
  const { rerender } = render(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} isNext={false} />);
  const region = await screen.findByRole('region', { name: 'Main Account, 2024-25' });
  expect(region.textContent).toContain('111.00');
  expect(screen.getByText('Updating…')).toBeTruthy();
  expect(worker.yearPanels).not.toHaveBeenCalled();

  rerender(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} />);
  await waitFor(() => expect(worker.yearPanels).toHaveBeenCalledWith({ taxYear: YEAR }));
  expect(region.textContent).toContain('111.00');
  act(() => {
    answer([makeYearPanel({ net: pounds(222) })]);
  });
  await waitFor(() => expect(region.textContent).toContain('222.00'));
  expect(screen.queryByText('Updating…')).toBeNull();
});
