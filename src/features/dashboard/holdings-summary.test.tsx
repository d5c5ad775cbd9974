import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Percent, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { AssetClassSummary, DashboardSummary } from '../../../domain/holdings/dashboard.ts';
import { faultsOfTables } from '../../../tests/added-up.ts';
import { chartIn, findPicture, standInCanvas } from '../../testing/drawn-chart.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { DASHBOARD_AUTO_HIDE, SCREEN_AUTO_HIDE, useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import type { ValueHistoryView } from '../../../workers/api/worker-api.ts';
import { AdminRequiredNotice } from './admin-required-notice.tsx';
import { HoldingsSummary } from './holdings-summary.tsx';

const worker = { dashboardSummary: vi.fn(), valueHistory: vi.fn(), allocation: vi.fn(), netWorth: vi.fn() };
handInCompute(() => worker);

const LINES = /^Value of the securities held and net invested/u;
/** Each class with its share and target, as the bars draw them once they have begun. */
async function bars(): Promise<unknown> {
  const picture = await findPicture(/of each asset class as a bar/u);
  await waitFor(() => expect(chartIn(picture).data.labels).not.toEqual([]));
  const { data, options } = chartIn(picture);
  return data.labels?.map((label, index) => [
    label.join(' '),
    data.datasets[0]?.data[index],
    options.plugins.marksAndWords?.targets[index],
  ]);
}
/** Each line with its figures. */
async function lines(): Promise<unknown> {
  const picture = await findPicture(LINES);
  await waitFor(() => expect(chartIn(picture).data.datasets).toHaveLength(2));
  return chartIn(picture).data.datasets.map(({ label, data }) => [label, ...data.map(({ y }) => y)]);
}

const uk: AssetClassSummary = {
  assetClass: 'UK_TSM',
  assetClassLabel: 'UK Total Stock Market',
  unvaluedHoldings: 0,
  unvaluedCost: 0 as Pounds,
  target: 40 as Percent,
  targetAmount: 4321.4 as Pounds,
  cost: 3000 as Pounds,
  value: 5432.6 as Pounds,
  increaseAmount: 2432.6 as Pounds,
  increasePercent: 81.0867 as Percent,
  currentPercent: 50.2 as Percent,
  costPercent: 100 as Percent,
  rebalance: -1111.2 as Pounds,
};
const cash: AssetClassSummary = {
  ...uk,
  assetClass: 'CASH',
  assetClassLabel: 'Cash',
  target: 60 as Percent,
  targetAmount: 6482.1 as Pounds,
  cost: 0 as Pounds,
  value: 0 as Pounds,
  increaseAmount: 0 as Pounds,
  increasePercent: null,
  currentPercent: 0 as Percent,
  rebalance: 6482.1 as Pounds,
};

const onImport = vi.fn();

function answer(assetClassSummaries: readonly AssetClassSummary[], rest: Partial<DashboardSummary> = {}) {
  worker.dashboardSummary.mockResolvedValue({
    totalPortfolioValue: 5432.6,
    assetClassSummaries,
    total: { ...uk, target: 100, targetAmount: 10803.5, rebalance: 5370.9 },
    unvalued: [],
    oversold: [],
    byCostAlone: false,
    ...rest,
  });
}

function open(path = '/dashboard') {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <AdminRequiredNotice />
      <HoldingsSummary includeCash onImport={onImport} />
    </MemoryRouter>,
  );
}

function cellsOf(name: string): (string | null)[] {
  const row = screen.getByRole('rowheader', { name: new RegExp(`^${name}`, 'u') }).closest('tr');
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
}

const point = (date: string, value: number | null, netInvested: number) => ({
  date: date as IsoDate,
  value: value as Pounds | null,
  netInvested: netInvested as Pounds,
});
const history: ValueHistoryView = {
  asOf: '2024-03-03' as IsoDate,
  points: [point('2024-01-31', 7654.4, 7000), point('2024-02-29', null, 7000), point('2024-03-03', 8765.4, 7100)],
  gaps: [{ isin: 'X', name: 'Newcomer plc', from: '2024-02-28' as IsoDate, to: '2024-02-29' as IsoDate }],
  leftOut: [{ isin: 'Y', name: 'Never plc' }],
  oversold: [],
};

beforeEach(() => {
  standInCanvas();
  worker.valueHistory.mockResolvedValue(history);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  useValuesVisibility.getState().reset();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('HoldingsSummary (000 §2.8)', () => {
  it('shows the columns in order, money without decimals and a total row', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    answer([cash, uk]);
    open();
    expect((await screen.findAllByRole('columnheader')).map((cell) => cell.textContent)).toEqual([
      'Asset Class',
      'Target (%)',
      'Target Amount',
      'Cost',
      'Value',
      'Increase £',
      'Increase %',
      'Current %',
      'Rebalance',
    ]);
    expect(cellsOf('UK')).toEqual(['40.00%', '£4,322', '£3,000', '£5,433', '+£2,433', '+81.09%', '50.20%', '−£1,111']);
    expect(cellsOf('Cash')[5]).toBe('N/A');
    expect(cellsOf('Total')[0]).toBe('100.00%');
    expect(screen.getByText('Total Portfolio Value').parentElement?.textContent).toBe('Total Portfolio Value £5,433');
  });

  it('has no hidden amount in the page; shown values hide again after 30 seconds, not 5', async () => {
    answer([cash, uk]);
    const { container } = open();
    await screen.findByText('Total Portfolio Value');
    expect(container.textContent).not.toMatch(/5,433|4,32|3,000|10,80|5,37/u);
    expect(cellsOf('UK')).toEqual(['40.00%', '****', '****', '****', '****', '+81.09%', '50.20%', '****']);
    await userEvent.click(screen.getByRole('button', { name: 'Show values' }));
    expect(container.textContent).toContain('£5,433');
    vi.advanceTimersByTime(SCREEN_AUTO_HIDE + 100);
    expect(container.textContent).toContain('£5,433');
    vi.advanceTimersByTime(DASHBOARD_AUTO_HIDE);
    await waitFor(() => expect(container.textContent).not.toContain('5,433'));
  });

  it('shows a missing price as missing, not as nil', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    const unknown = {
      targetAmount: null,
      unvaluedCost: 3000 as Pounds,
      value: null,
      increaseAmount: null,
      increasePercent: null,
      currentPercent: null,
      rebalance: null,
    };
    answer([{ ...uk, ...unknown, unvaluedHoldings: 2 }], {
      totalPortfolioValue: null,
      total: { ...uk, ...unknown, target: 100 as Percent },
      unvalued: ['A', 'B'],
    });
    open();
    expect(await screen.findByText('2 holdings without a price')).toBeTruthy();
    expect(cellsOf('UK')).toEqual(['40.00%', '-', '£3,000', '-', '-', 'N/A', '-', '-']);
    expect(cellsOf('Total')).toEqual(['100.00%', '-', '£3,000', '-', '-', 'N/A', '-', '-']);
    expect(screen.getByText('Total Portfolio Value').parentElement?.textContent).toBe('Total Portfolio Value -');
    expect(
      screen.getByText(
        '2 securities have no price yet: they are included in Cost, but not in figures that need a value.',
      ),
    ).toBeTruthy();
  });

  it('names what was sold beyond what was held, above the figures and beside the line', async () => {
    const days = { from: '2024-02-28' as IsoDate, to: '2024-03-03' as IsoDate };
    worker.valueHistory.mockResolvedValue({ ...history, oversold: [{ isin: 'Z', name: 'Oversold plc', ...days }] });
    answer([uk], { oversold: ['Oversold plc', 'Other plc'] });
    open();
    expect(
      await screen.findByText(
        'More was sold than was held of Oversold plc and Other plc, so the values are too low. Add the missing purchases or transfers.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See holdings' }).getAttribute('href')).toBe('/holdings');
    expect(
      await screen.findByText(
        /The value is too low where more was sold than was held: Oversold plc from 28 Feb 2024 to 3 Mar 2024\./u,
      ),
    ).toBeTruthy();
  });

  it('draws shares of the cost, and says what to do, while no security has a price', async () => {
    const unknown = { targetAmount: null, value: null, increaseAmount: null, increasePercent: null, rebalance: null };
    worker.valueHistory.mockResolvedValue({ ...history, points: [], gaps: [] });
    answer([{ ...uk, ...unknown, unvaluedCost: 3000 as Pounds, currentPercent: null, unvaluedHoldings: 2 }], {
      totalPortfolioValue: null,
      total: { ...uk, ...unknown, unvaluedCost: 3000 as Pounds, currentPercent: null },
      unvalued: ['A', 'B'],
      byCostAlone: true,
    });
    open();
    expect(await bars()).toEqual([['UK Total Stock Market', 100, 40]]);
    expect(screen.getByRole('heading', { name: 'Share of cost against target' })).toBeTruthy();
    expect(screen.queryByRole('img', { name: LINES })).toBeNull();
    expect(await screen.findByText(/the chart appears here/u)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Add prices' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/holdings/prices', '/holdings/prices']);
  });

  it('shows a table whose rows and columns add up on a calculator', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    answer([cash, uk]);
    const { container } = open();
    await screen.findByRole('rowheader', { name: /^UK/u });
    expect(faultsOfTables(container, ['Increase %', 'Current %'])).toEqual([]);
  });

  it('draws current against target, and value against net invested, by range', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    answer([cash, uk]);
    open();
    expect(await bars()).toEqual([
      ['Cash', 0, 60],
      ['UK Total Stock Market', 50.2, 40],
    ]);
    expect(await lines()).toEqual([
      ['Value', 7654.4, Number.NaN, 8765.4],
      ['Net invested', 7000, 7000, 7100],
    ]);
    const { y } = chartIn(await findPicture(LINES)).options.scales;
    expect([y.display, y.ticks.callback(7654.4)]).toEqual([true, '£7,654']);
    expect(
      screen.getByText(/The line breaks where a holding had no price: Newcomer plc from 28 Feb 2024 to 29 Feb 2024/u)
        .textContent,
    ).toContain('both lines, because they have no price: Never plc');
    const ranges = within(screen.getByRole('radiogroup', { name: 'Range' }));
    expect(ranges.getAllByRole('radio').map((range) => range.closest('label')?.textContent)).toEqual([
      '1M',
      '3M',
      '1Y',
      '3Y',
      'All',
    ]);
    expect(worker.valueHistory.mock.lastCall).toEqual([{ range: '1Y' }]);
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(worker.valueHistory.mock.lastCall).toEqual([{ range: 'All' }]));
  });

  it('draws net worth as stacked areas of the kinds that are recorded, with its table', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    worker.netWorth.mockResolvedValue({
      asOf: '2024-03-03',
      points: [
        { date: '2024-02-29', securities: null, cash: 0, savings: 50, properties: 300000, total: null },
        { date: '2024-03-03', securities: 8765.4, cash: 0, savings: 60.25, properties: 300000, total: 308825.65 },
      ],
      leftOut: [{ isin: 'Y', name: 'Never plc' }],
      oversold: [{ isin: 'Z', name: 'Oversold plc', from: '2024-02-28' as IsoDate, to: '2024-02-28' as IsoDate }],
    });
    answer([cash, uk]);
    open();
    await bars();
    expect(worker.netWorth).not.toHaveBeenCalled();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Chart of' }), 'Net worth');
    const picture = await findPicture(/^Net worth, 29 Feb 2024 to 3 Mar 2024: Securities, Savings, Properties\./u);
    await waitFor(() => expect(chartIn(picture).data.datasets).toHaveLength(3));
    expect(chartIn(picture).data.datasets.map(({ label, data }) => [label, ...data.map(({ y }) => y)])).toEqual([
      ['Securities', Number.NaN, 8765.4],
      ['Savings', Number.NaN, 60.25],
      ['Properties', Number.NaN, 300000],
    ]);
    expect(chartIn(picture).options.scales.y.stacked).toBe(true);
    picture.focus();
    await userEvent.keyboard('{End}');
    expect(
      screen.getByText('3 Mar 2024, Securities: £8,765, Savings: £60, Properties: £300,000, Net worth: £308,826'),
    ).toBeTruthy();
    expect(screen.getByText(/^Cash, savings and properties keep their last stated value/u).textContent).toContain(
      'Left out of the areas, because they have no price: Never plc.',
    );
    await userEvent.click(screen.getByText('The figures as a table'));
    const table = await screen.findByRole('table', { name: 'Net worth' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'DateSecuritiesBroker cashSavingsPropertiesNet worth',
      '3 Mar 2024£8,765£0£60£300,000£308,826',
      '29 Feb 2024No price£0£50£300,000-',
    ]);
    act(() => useValuesVisibility.getState().reset());
    expect(document.body.textContent).not.toMatch(/8,765|300,000|308,8/u);
    worker.netWorth.mockRejectedValue(new Error('closed'));
    await userEvent.click(screen.getByRole('radio', { name: '3Y' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The chart could not be computed. Please try again.');
  });

  it('draws the portfolio by wrapper, holder or broker too, each asked for once and with its table', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    worker.allocation.mockImplementation(async ({ by }: { by: string }) => ({
      by,
      parts: [
        { key: 'a', label: `${by} A`, value: 4000.1, percent: 73.63 },
        { key: 'b', label: `${by} B`, value: 1432.5, percent: 26.37 },
        { key: 'c', label: `${by} C`, value: null, percent: null },
      ],
      total: 5432.6,
      unvalued: 2,
    }));
    answer([cash, uk]);
    open();
    await bars();
    await userEvent.click(screen.getByRole('radio', { name: 'Broker' }));
    const picture = await findPicture(/^Share of the value of each broker as a bar\./u);
    await waitFor(() => expect(chartIn(picture).data.labels).toEqual([['broker A'], ['broker B'], ['broker C']]));
    expect(chartIn(picture).data.datasets[0]?.data).toEqual([73.63, 26.37, null]);
    expect(chartIn(picture).options.plugins.marksAndWords?.targets).toEqual([null, null, null]);
    expect(screen.getByRole('heading', { name: 'Share of value' })).toBeTruthy();
    expect(screen.getByText('2 holdings have no price and are left out of the shares.')).toBeTruthy();
    picture.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('broker A, 73.6%')).toBeTruthy();
    await userEvent.click(screen.getAllByText('The figures as a table').at(-1) as HTMLElement);
    const table = await screen.findByRole('table', { name: 'Value by broker' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'BrokerValueShare',
      'broker A£4,000.1073.63%',
      'broker B£1,432.5026.37%',
      'broker CNo price-',
      'Total£5,432.60',
    ]);
    expect(worker.allocation.mock.calls).toEqual([[{ by: 'broker', includeCash: true }]]);
    worker.allocation.mockRejectedValue(new Error('closed'));
    await userEvent.click(screen.getByRole('radio', { name: 'Holder' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The chart could not be computed. Please try again.');
  });

  it('has the figures of the line in a table, and hides axis and figures with the values', async () => {
    answer([cash, uk]);
    const { container } = open();
    expect(await lines()).toHaveLength(2);
    const { scales, plugins } = chartIn(await findPicture(LINES)).options;
    expect([scales.y.display, scales.y.ticks.callback(7654.4), plugins.tooltip.enabled]).toEqual([false, '', false]);
    await userEvent.click(screen.getByText('The figures as a table'));
    const table = await screen.findByRole('table', { name: 'Value and net invested' });
    const rows = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(rows()).toEqual(['3 Mar 2024********', '29 Feb 2024No price****', '31 Jan 2024********']);
    expect(container.textContent).not.toMatch(/7,654|8,765|7,100/u);
    await userEvent.click(screen.getByRole('button', { name: 'Show values' }));
    expect(rows()[0]).toBe('3 Mar 2024£8,765£7,100');
  });

  it('leads to import or first transaction when nothing is recorded', async () => {
    answer([cash]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Import transactions' }));
    expect(onImport).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: 'Add your first transaction' }).getAttribute('href')).toBe(
      '/transactions/new',
    );
  });

  it('colours gains and losses, and stripes its rows', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    answer([{ ...cash, cost: 5 as Pounds, increaseAmount: -5 as Pounds, increasePercent: -1 as Percent }, uk]);
    const { container } = open();
    await screen.findByRole('rowheader', { name: /^UK/u });
    const toneOf = (text: string) =>
      (
        screen.getAllByText((_, element) => element?.tagName === 'SPAN' && element.textContent === text)[0]
          ?.className ?? ''
      ).replace(/.*(gain|loss).*/u, '$1');
    expect(['+£2,433', '+81.09%', '+£6,482'].map(toneOf)).toEqual(['gain', 'gain', 'gain']);
    expect(['−£5', '−1.00%', '−£1,111'].map(toneOf)).toEqual(['loss', 'loss', 'loss']);
    expect(container.querySelector('[data-striped]')).not.toBeNull();
  });

  it('says that it is loading', async () => {
    worker.dashboardSummary.mockImplementation(() => new Promise(() => undefined));
    open();
    expect(await screen.findByText('Loading holdings summary...')).toBeTruthy();
  });

  it('says when it cannot be loaded', async () => {
    worker.dashboardSummary.mockRejectedValue(new Error('closed'));
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load holdings summaryPlease try again.');
    expect(screen.queryByText('Total Portfolio Value')).toBeNull();
  });

  it("tells why an administrators' page led here, until that is dismissed", async () => {
    answer([cash, uk]);
    open('/dashboard?error=admin-required');
    expect(await screen.findByText('That page is for administrators only.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('That page is for administrators only.')).toBeNull();
  });
});
