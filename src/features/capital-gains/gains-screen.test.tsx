import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pounds, Quantity } from '../../../domain/values/amount.ts';
import type { DisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import type { CapitalGainsView } from '../../../workers/api/worker-api.ts';
import { makeDisposal } from './disposal.fixture.ts';
import { GainsScreen } from './gains-screen.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { catchSavedFiles } from '../../testing/saved-files.ts';

const worker = vi.hoisted(() => ({
  healthFindings: vi.fn(),
  incomeFindings: vi.fn(),
  taxYears: vi.fn(),
  capitalGains: vi.fn(),
  disposal: vi.fn(),
  exportCapitalGains: vi.fn(),
  yearPanels: vi.fn(),
  gainsByYear: vi.fn(),
}));
const saved = catchSavedFiles();
handInCompute(() => worker);

const ENTRY = { accountId: '', taxWrapper: 'DEALING', assetCategory: '' };

function answer(disposals: readonly DisposalView[], rest: Partial<CapitalGainsView> = {}) {
  worker.capitalGains.mockImplementation(async ({ taxYear }: { taxYear: string }) => ({
    taxYear,
    disposals,
    totals: { totalGains: 1234.5, totalLosses: 200.25, netGains: 1034.25 },
    hiddenByFilters: 0,
    final: true,
    ...rest,
  }));
  worker.disposal.mockImplementation(
    async (id: string) => disposals.find(({ disposalTransactionId }) => disposalTransactionId === id) ?? null,
  );
}

function open() {
  const accounts = { data: [{ id: 'account-1', name: 'Main Account' }], error: undefined, loading: false };
  return render(
    <MemoryRouter>
      <GainsScreen accounts={accounts} />
    </MemoryRouter>,
  );
}

async function openFirst(): Promise<void> {
  await userEvent.click((await screen.findAllByRole('button', { name: /^Details of/u }))[0] as HTMLElement);
}

beforeEach(() => {
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
  worker.taxYears.mockResolvedValue(['2024-25', '2023-24']);
  worker.healthFindings.mockResolvedValue([]);
  worker.incomeFindings.mockResolvedValue([]);
  worker.yearPanels.mockResolvedValue([]);
  worker.gainsByYear.mockResolvedValue([]);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('GainsScreen', () => {
  it('enters on the newest tax year and the DEALING wrapper; Clear Filters shows all wrappers (001 §4)', async () => {
    answer([makeDisposal()]);
    open();
    await screen.findByText('Vodafone Group plc', { exact: false });
    expect(worker.capitalGains).toHaveBeenLastCalledWith({ ...ENTRY, taxYear: '2024-25' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tax Year:' }), '2023-24');
    await waitFor(() => expect(worker.capitalGains).toHaveBeenLastCalledWith({ ...ENTRY, taxYear: '2023-24' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() =>
      expect(worker.capitalGains).toHaveBeenLastCalledWith({ ...ENTRY, taxWrapper: '', taxYear: '2023-24' }),
    );
  });

  it("keeps the year before for a moment, marked as busy, and then shows no year's figures for another's", async () => {
    answer([makeDisposal()]);
    open();
    await screen.findByText('Vodafone Group plc', { exact: false });
    worker.capitalGains.mockImplementation(() => new Promise(() => undefined));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tax Year:' }), '2023-24');
    expect(screen.getByRole('table', { name: 'Disposals' }).getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(screen.queryByText(/Vodafone|1,234/u)).toBeNull());
  });

  it('shows the totals that the worker answers, which leave exempt disposals out', async () => {
    answer([
      makeDisposal(),
      makeDisposal({ disposalTransactionId: 'sale-2', isExemptFromCGT: true, capitalGain: 777 as Pounds }),
    ]);
    open();
    expect(await screen.findByText('CGT EXEMPT')).toBeTruthy();
    expect(screen.getByText('(Not included in totals)')).toBeTruthy();
    expect(screen.getByText('Total Gains').nextElementSibling?.textContent).toBe('£1,234.50');
    expect(screen.getByText('Total Losses').nextElementSibling?.textContent).toBe('£200.25');
    expect(screen.getByText('Net Gains').nextElementSibling?.textContent).toBe('£1,034.25');
    expect(screen.getAllByText(/Proceeds:/u)[0]?.textContent).toBe('Proceeds: £5,000.00 / Cost: £3,765.50');
  });

  it('has no hidden amount in the page, in the workings neither', async () => {
    useValuesVisibility.getState().reset();
    answer([makeDisposal()]);
    const { container } = open();
    await openFirst();
    expect(await screen.findByText('Workings')).toBeTruthy();
    expect(container.textContent).not.toContain('£');
    expect(container.textContent).toContain('Proceeds: •••••• / Cost: ••••••');
  });

  it('names the rule of each match, with the pool before and after, and the charges', async () => {
    answer([makeDisposal()]);
    open();
    await openFirst();
    const workings = within(await screen.findByRole('region', { name: 'Workings' }));
    const [, thirtyDay, pool, total] = workings.getAllByRole('row').map((row) => row.textContent);
    expect(thirtyDay).toContain('30-day');
    expect(thirtyDay).toContain('40 for £1,953.55');
    expect(thirtyDay).toContain('20/05/2024');
    expect(pool).toContain('Section 104 pool');
    expect(pool).toContain('300£9,000.00');
    expect(pool).toContain('240£7,200.00');
    expect(total).toContain('£3,753.55');
    expect(workings.getByText('Charges on the sale').nextElementSibling?.textContent).toBe('£11.95');
    expect(workings.getByText('Gain').nextElementSibling?.textContent).toBe('+£1,234.50');
  });

  it('shows the matched transactions in reverse of the order received, a missing quantity as -', async () => {
    answer([makeDisposal()]);
    open();
    await openFirst();
    const matched = within(await screen.findByRole('region', { name: 'Matched transactions' }));
    const [, first, second] = matched.getAllByRole('row').map((row) => row.textContent);
    expect(first).toBe('Sell03/05/2024Vodafone Group plc GB00BH4HKS39Main AccountDEALING-£5,000.00');
    expect(second).toContain('Buy09/01/2023');
  });

  it('opens by a click anywhere in the row, one at a time, and closes by another', async () => {
    answer([makeDisposal(), makeDisposal({ disposalTransactionId: 'sale-2', accountName: 'Partner' })]);
    open();
    await userEvent.click(await screen.findByText('Main Account', { selector: 'td *' }));
    expect(await screen.findAllByRole('region', { name: 'Workings' })).toHaveLength(1);
    await userEvent.click(screen.getByText('Partner'));
    expect(await screen.findAllByRole('region', { name: 'Workings' })).toHaveLength(1);
    await userEvent.click(screen.getAllByText('Partner')[0] as HTMLElement);
    expect(screen.queryByRole('region', { name: 'Workings' })).toBeNull();
  });

  it('says until when a disposal is provisional and what could not be matched', async () => {
    answer([makeDisposal({ provisionalUntil: '2024-06-02' as IsoDate, unmatchedQuantity: 12.5 as Quantity })], {
      final: false,
      hiddenByFilters: 3,
    });
    open();
    expect(await screen.findByText('3 disposals hidden by filters')).toBeTruthy();
    expect(screen.getByText(/not final: a disposal can still change/u)).toBeTruthy();
    await openFirst();
    expect(await screen.findByText(/^Provisional until 2 June 2024/u)).toBeTruthy();
    expect(screen.getByText(/^12.5 of the units sold could not be matched/u)).toBeTruthy();
  });

  it('saves the file of the shown disposals; with none the button is disabled', async () => {
    const file = { fileName: 'capital-gains-2024-25.csv', blob: new Blob([]), rows: 1 };
    worker.exportCapitalGains.mockResolvedValue(file);
    answer([makeDisposal()]);
    open();
    await screen.findByText('Total Gains');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Export to CSV' }).hasAttribute('disabled')).toBe(false),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Export to CSV' }));
    expect(worker.exportCapitalGains).toHaveBeenCalledWith({ ...ENTRY, taxYear: '2024-25' });
    expect(saved).toHaveBeenCalledWith({ fileName: file.fileName, blob: file.blob });
    cleanup();

    answer([], { hiddenByFilters: 1 });
    open();
    expect(await screen.findByText('1 disposal hidden by filters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export to CSV' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows what could not be loaded in words', async () => {
    worker.taxYears.mockRejectedValue(new Error('closed'));
    open();
    expect(await screen.findByText('Failed to load available tax years')).toBeTruthy();
    cleanup();
    worker.taxYears.mockResolvedValue(['2024-25']);
    worker.capitalGains.mockRejectedValue(new Error('closed'));
    open();
    expect(await screen.findByText('Failed to load capital gains data')).toBeTruthy();
  });

  it('takes losses brought forward before the first sale, into the present year', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-04-05T23:30:00Z') });
    worker.taxYears.mockResolvedValue([]);
    worker.yearPanels.mockResolvedValue([
      { accountId: 'account-1', taxYear: '2025-26', disposals: 0, exemptAmount: null, final: true },
    ]);
    open();
    expect(await screen.findByText('No disposals yet')).toBeTruthy();
    const panel = within(await screen.findByRole('region', { name: 'Main Account, 2025-26' }));
    await userEvent.click(panel.getByText('Losses and figures in full'));
    expect(panel.getByRole('button', { name: 'Record losses brought forward' })).toBeTruthy();
    expect(worker.yearPanels).toHaveBeenLastCalledWith({ taxYear: '2025-26' });
  });

  it('has its filters, open at first, with their first choices', async () => {
    answer([makeDisposal()]);
    open();
    const head = await screen.findByRole('button', { name: 'Filters:' });
    expect(head.getAttribute('aria-expanded')).toBe('true');
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Account')).toEqual(['All Accounts', 'Main Account']);
    expect(options('Tax Wrapper')[0]).toBe('All Tax Wrappers');
    expect(screen.getByLabelText<HTMLSelectElement>('Tax Wrapper').value).toBe('DEALING');
    expect(options('Asset Category')[0]).toBe('All Asset Categories');
    expect(screen.getByText('(6 April - 5 April)')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Hide values' })).toBeTruthy();
    await userEvent.click(head);
    expect(head.getAttribute('aria-expanded')).toBe('false');
  });

  it('has the columns of a disposal in order, with its date, account and quantity', async () => {
    answer([makeDisposal()]);
    open();
    await screen.findByText('Total Gains');
    const rows = () => within(screen.getByRole('table', { name: 'Disposals' })).getAllByRole('row');
    await screen.findByRole('table', { name: 'Disposals' });
    expect(
      within(rows()[0] as HTMLElement)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Details', 'Type', 'Date', 'Asset', 'Account', 'Quantity', 'Consideration', 'Gain/Loss']);
    // The account's name comes from the device's own records, a moment later.
    await waitFor(() =>
      expect(rows()[1]?.textContent).toContain(
        'Disposal03/05/2024Vodafone Group plcMain Account100Proceeds: £5,000.00 / Cost: £3,765.50+£1,234.50',
      ),
    );
  });

  it('colours gains green, losses red, and a net of nothing green', async () => {
    answer([makeDisposal()], { totals: { totalGains: 0 as Pounds, totalLosses: 5 as Pounds, netGains: 0 as Pounds } });
    open();
    await waitFor(() => expect(screen.getByText('Total Losses').nextElementSibling?.textContent).toBe('£5.00'));
    const tone = (label: string) =>
      screen.getByText(label).nextElementSibling?.querySelector('[class]')?.className ?? '';
    expect(tone('Total Gains')).toContain('gain');
    expect(tone('Total Losses')).toContain('loss');
    expect(tone('Net Gains')).toContain('gain');
    cleanup();
    answer([makeDisposal()], { totals: { totalGains: 0 as Pounds, totalLosses: 5 as Pounds, netGains: -5 as Pounds } });
    open();
    await waitFor(() => expect(screen.getByText('Net Gains').nextElementSibling?.textContent).toBe('−£5.00'));
    expect(tone('Net Gains')).toContain('loss');
  });

  it('names what is missing or contradictory in the data, and leads to the transaction, or to the field to fill in', async () => {
    worker.healthFindings.mockResolvedValue([
      {
        accountName: 'Main Account',
        assetName: 'Vodafone Group plc',
        isin: 'GB00BH4HKS39',
        transactionId: 't1',
        date: '2024-05-03',
        text: 'More was disposed of than any acquisition covers.',
        serious: true,
        isOfField: false,
      },
      {
        accountName: 'Main Account',
        assetName: 'Split plc',
        isin: 'C',
        transactionId: 't2',
        date: '2024-06-03',
        text: 'This split has no ratio.',
        serious: true,
        isOfField: true,
      },
      {
        accountName: 'Main Account',
        assetName: 'Some Bond',
        isin: 'B',
        transactionId: null,
        date: null,
        text: 'This sterling bond may be a qualifying corporate bond, and then exempt.',
        serious: false,
        isOfField: false,
      },
    ]);
    worker.incomeFindings.mockResolvedValue([
      {
        accountId: 'a',
        accountName: 'Main Account',
        assetName: 'World ETF',
        isin: 'IE00B4L5Y983',
        periodEnd: '2025-06-30',
        taxYear: '2025-26',
        text: 'Its excess reportable income is not known.',
      },
    ]);
    answer([makeDisposal()]);
    open();
    await userEvent.click(await screen.findByText('4 things need attention in your data'));
    expect(
      screen
        .getByRole('link', { name: 'World ETF, Main Account, period to 30\u00a0Jun\u00a02025' })
        .getAttribute('href'),
    ).toBe('/income?account=a&year=2025-26&fund=IE00B4L5Y983&period=2025-06-30');
    expect(
      screen.getByRole('link', { name: 'Vodafone Group plc, Main Account, 3\u00a0May\u00a02024' }).getAttribute('href'),
    ).toBe('/transactions/t1');
    expect(
      screen.getByRole('link', { name: 'Split plc, Main Account, 3\u00a0Jun\u00a02024' }).getAttribute('href'),
    ).toBe('/transactions/edit/t2');
    expect(screen.getAllByText(/^Some Bond, Main Account: This sterling bond may be/u)).toHaveLength(1);
  });

  it('colours the gain of a disposal by its sign', async () => {
    answer([makeDisposal(), makeDisposal({ disposalTransactionId: 'sale-2', capitalGain: -7 as Pounds })]);
    open();
    const classOf = async (text: string) =>
      (await screen.findByText((_, element) => element?.tagName === 'SPAN' && element.textContent === text)).className;
    expect(await classOf('+£1,234.50')).toMatch(/gain/u);
    expect(await classOf('−£7.00')).toMatch(/loss/u);
  });

  it("reloads with every filter, and says when the filters' choices could not be loaded", async () => {
    answer([makeDisposal()]);
    open();
    await screen.findByText('Total Gains');
    await userEvent.selectOptions(screen.getByLabelText('Account'), 'Main Account');
    await waitFor(() =>
      expect(worker.capitalGains).toHaveBeenLastCalledWith({ ...ENTRY, accountId: 'account-1', taxYear: '2024-25' }),
    );
    await userEvent.selectOptions(screen.getByLabelText('Asset Category'), 'CASH');
    await waitFor(() =>
      expect(worker.capitalGains).toHaveBeenLastCalledWith({
        ...ENTRY,
        accountId: 'account-1',
        assetCategory: 'CASH',
        taxYear: '2024-25',
      }),
    );
    cleanup();
    render(
      <MemoryRouter>
        <GainsScreen accounts={{ data: undefined, error: new Error('closed'), loading: false }} />
      </MemoryRouter>,
    );
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load filter options');
  });
});
