import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Percent, Pounds, Price, Quantity } from '../../../domain/values/amount.ts';
import type { LedgerView } from '../../../domain/cgt/views/ledger-view.ts';
import type { SaleSimulation } from '../../../domain/cgt/planned-sale/simulate-sale.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { getExtra, saveExtra } from '../../data/records/extras.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { makeDisposal, makeYearPanel } from './disposal.fixture.ts';
import { PoolLedger } from './pool-ledger.tsx';
import { PrintWorkings } from './print-workings.tsx';
import { SimulatorScreen } from './simulator-screen.tsx';
import { VerificationScreen } from './verification-screen.tsx';
import { YearPanels } from './year-panels.tsx';

const worker = {
  yearPanels: vi.fn(),
  gainsByYear: vi.fn(),
  disposals: vi.fn(),
  poolLedgers: vi.fn(),
  holdings: vi.fn(),
  simulateSale: vi.fn(),
  unitsForGain: vi.fn(),
};
handInCompute(() => worker);

const YEAR = '2024-25' as TaxYear;
const ACCOUNTS = [{ id: 'account-1', name: 'Main Account' }];
const pounds = (value: number) => value as Pounds;

/** The losses stated for the account by tax year, as the device has them. */
const stated = async () => await getExtra(currentDatabase(), 'losses-brought-forward', 'account-1');
const state = async (losses: Readonly<Record<string, number>>) => {
  expect(await saveExtra(currentDatabase(), 'losses-brought-forward', 'account-1', losses)).toMatchObject({ ok: true });
};

const PANEL = makeYearPanel();

const HOLDING: HoldingView = {
  accountId: 'account-1',
  accountName: 'Main Account',
  assetName: 'Vodafone Group plc',
  isin: 'GB00BH4HKS39',
  assetType: 'EQUITY',
  assetCategory: 'UK_TSM',
  quantityUnit: 'shares',
  taxWrapper: 'DEALING',
  quantity: 100 as Quantity,
  averagePrice: 10 as Price,
  totalCost: pounds(1000),
  currentPrice: 15.5 as Price,
  currentPriceFormatted: '£15.5000',
  currentPriceDate: '2024-06-14' as IsoDate,
  currentPriceFetchedAt: null,
  currentPriceAgeInDays: 1,
  currentValueInGBP: pounds(1550),
  unrealizedGainLoss: pounds(550),
  unrealizedGainLossPercentage: 55 as Percent,
  oversold: false,
  unmatchedQuantity: 0 as Quantity,
  missing: null,
};

const ledgerLine = (changes: Partial<LedgerView['lines'][number]>): LedgerView['lines'][number] => ({
  date: '2023-01-10' as IsoDate,
  event: 'ACQUISITION',
  transactionIds: ['t'],
  quantityChange: 100 as Quantity,
  costChange: pounds(1000),
  identifiedElsewhere: 0 as Quantity,
  quantity: 100 as Quantity,
  cost: pounds(1000),
  ...changes,
});

beforeEach(async () => {
  worker.poolLedgers.mockResolvedValue([]);
  worker.gainsByYear.mockResolvedValue([]);
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
  await openTestDatabase();
});
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  await removeTestDatabase();
});

describe('the year of an account holder', () => {
  const open = async () => {
    render(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} />);
    const region = await screen.findByRole('region', { name: 'Main Account, 2024-25' });
    await userEvent.click(within(region).getByText(/figures in full$/u));
    return within(region);
  };
  const fact = (panel: ReturnType<typeof within>, name: string) =>
    panel.getAllByText(name, { selector: 'dt' })[0]?.nextElementSibling?.textContent;

  it('shows totals, exempt amount used and left, losses, the split of 30 October 2024, limits and boxes', async () => {
    worker.yearPanels.mockResolvedValue([PANEL]);
    const panel = await open();
    expect(['Proceeds', 'Allowable costs', 'Gains', 'Losses', 'Net'].map((name) => fact(panel, name))).toEqual([
      '£21,000.50',
      '£13,000.00',
      '£9,000.50',
      '£1,000.00',
      '+£8,000.50',
    ]);
    expect(
      [
        'Exempt amount used',
        'Exempt amount left',
        'Losses brought forward',
        'Losses brought forward used',
        'Losses carried forward',
      ].map((name) => fact(panel, name)),
    ).toEqual(['£2,500.00', '£500.00', '£700.00', '£700.00', '£0.00']);
    expect(panel.getByText(/^30 Oct 2024 to 5 Apr 2025, at 18% and 24%/u).textContent).toBe(
      '30\u00a0Oct\u00a02024 to 5\u00a0Apr\u00a02025, at 18% and 24%: gains £5,000.50, of which taxable £300.50',
    );
    expect(
      [23, 24, 25, 26, 27, 45, 47].map(
        (box) => panel.getByText(new RegExp(`^SA108 box ${box}:`, 'u')).nextElementSibling?.textContent,
      ),
    ).toEqual(['3', '£21,000', '£13,000', '£9,000', '£1,000', '£700', '£0']);
    expect(panel.getByText('Proceeds are not over the reporting limit of £50,000.')).toBeTruthy();
    expect(panel.getByText('Gains before losses are over the exempt amount of £3,000.')).toBeTruthy();
    expect(panel.getByText('These gains have to be reported in Self Assessment.')).toBeTruthy();
    expect(panel.getByText('These losses can be used only if they are claimed by 5 April 2029.')).toBeTruthy();
    expect(screen.getByText('Figures to help fill in a return, not tax advice.')).toBeTruthy();
  });

  it('shows exempt amount and losses of a holder without disposals, without figures that are all nil', async () => {
    worker.yearPanels.mockResolvedValue([
      {
        ...PANEL,
        disposals: 0,
        final: true,
        exemptAmountUsed: pounds(0),
        exemptAmountLeft: pounds(3000),
        lossesBroughtForwardUsed: pounds(0),
        lossesCarriedForward: pounds(700),
      },
    ]);
    const panel = await open();
    expect(panel.getByText('No chargeable disposal falls in 2024-25.')).toBeTruthy();
    expect(
      ['Exempt amount left', 'Losses brought forward', 'Losses carried forward'].map((name) => fact(panel, name)),
    ).toEqual(['£3,000.00', '£700.00', '£700.00']);
    expect(panel.getByRole('button', { name: 'Record losses brought forward' })).toBeTruthy();
    expect(panel.queryByText(/Proceeds|SA108|reporting limit|30 Oct 2024/u)).toBeNull();
  });

  it('says whether the year of a holder without disposals can still change', async () => {
    worker.yearPanels.mockResolvedValue([{ ...PANEL, disposals: 0, final: false, broughtForwardFinal: true }]);
    const panel = await open();
    expect(
      panel.getByText(
        /^No chargeable disposal falls in 2024-25\. The figures are not final: a disposal can still change/u,
      ),
    ).toBeTruthy();
  });

  it('takes losses brought forward, and forgets them again', async () => {
    worker.yearPanels.mockResolvedValue([PANEL]);
    await state({ '2023-24': 12.5 });
    const panel = await open();
    await userEvent.click(panel.getByRole('button', { name: 'Record losses brought forward' }));
    await userEvent.type(await panel.findByLabelText('Losses brought forward into 2024-25'), 'x{enter}');
    expect((await panel.findByRole('alert')).textContent).toBe(
      'Losses brought forward "x" is not valid: expected an amount in pounds of 0 or more.',
    );
    await userEvent.clear(panel.getByLabelText('Losses brought forward into 2024-25'));
    await userEvent.type(panel.getByLabelText('Losses brought forward into 2024-25'), '1,234.56{enter}');
    await waitFor(async () => {
      expect(await stated()).toEqual({ '2023-24': 12.5, '2024-25': 1234.56 });
    });
    await userEvent.click(await panel.findByRole('button', { name: 'Record losses brought forward' }));
    await waitFor(() => {
      expect(panel.getByLabelText<HTMLInputElement>('Losses brought forward into 2024-25').value).toMatch(
        /1,?234\.56/u,
      );
    });
    await userEvent.click(panel.getByRole('button', { name: 'Calculate them' }));
    await waitFor(async () => {
      expect(await stated()).toEqual({ '2023-24': 12.5 });
    });
  });

  it('never takes the losses of one year into the form of another', async () => {
    worker.yearPanels.mockImplementation(({ taxYear }: { taxYear: TaxYear }) =>
      Promise.resolve([{ ...PANEL, taxYear }]),
    );
    await state({ '2023-24': 5000 });
    const { rerender } = render(<YearPanels taxYear={'2023-24' as TaxYear} accounts={ACCOUNTS} />);
    await userEvent.click(await screen.findByText(/figures in full$/u));
    await userEvent.click(await screen.findByRole('button', { name: 'Record losses brought forward' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Losses brought forward into 2023-24')).value).toMatch(
      /5,?000/u,
    );
    rerender(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} />);
    const later = within(await screen.findByRole('region', { name: 'Main Account, 2024-25' }));
    expect(later.queryByLabelText(/^Losses brought forward into/u)).toBeNull();
    await userEvent.click(later.getByRole('button', { name: 'Record losses brought forward' }));
    expect((await later.findByLabelText<HTMLInputElement>('Losses brought forward into 2024-25')).value).toBe('');
  });

  it('forgets the losses of a cancelled form, and what was wrong with them, before values are hidden', async () => {
    worker.yearPanels.mockResolvedValue([PANEL]);
    await state({ '2024-25': 5000 });
    const panel = await open();
    const field = async () => await panel.findByLabelText<HTMLInputElement>('Losses brought forward into 2024-25');
    await userEvent.click(panel.getByRole('button', { name: 'Record losses brought forward' }));
    await userEvent.type(await field(), 'x{enter}');
    expect(await panel.findByRole('alert')).toBeTruthy();
    await userEvent.click(panel.getByRole('button', { name: 'Cancel' }));
    act(() => {
      useValuesVisibility.getState().reset();
    });
    await userEvent.click(panel.getByRole('button', { name: 'Record losses brought forward' }));
    expect((await field()).value).toBe('');
    expect(panel.queryByRole('alert')).toBeNull();
  });

  it('renders no amount while values are hidden', async () => {
    useValuesVisibility.getState().reset();
    worker.yearPanels.mockResolvedValue([PANEL]);
    await open();
    expect(document.body.textContent).not.toMatch(/21,000|9,000\.50|4,300/u);
  });

  it('says that it is loading, and when it could not be worked out', async () => {
    worker.yearPanels.mockReturnValueOnce(new Promise(() => undefined));
    render(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} />);
    expect(await screen.findByText('Loading tax year...')).toBeTruthy();
    cleanup();
    worker.yearPanels.mockRejectedValueOnce(new Error('closed'));
    render(<YearPanels taxYear={YEAR} accounts={ACCOUNTS} />);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The tax year could not be worked out. Please try again.',
    );
  });
});

describe('the pool ledger', () => {
  it('lists every event of the taxable pool when it is opened', async () => {
    worker.poolLedgers.mockResolvedValue([
      { capacity: 'ISA', quantity: 1, cost: 1, lines: [] },
      {
        capacity: 'TAXABLE',
        quantity: 60,
        cost: 600,
        lines: [
          ledgerLine({}),
          ledgerLine({
            date: '2024-05-03' as IsoDate,
            event: 'DISPOSAL',
            quantityChange: -40 as Quantity,
            costChange: pounds(-400),
            identifiedElsewhere: 5 as Quantity,
            quantity: 60 as Quantity,
            cost: pounds(600),
          }),
        ],
      },
    ]);
    render(<PoolLedger accountId="account-1" isin="X" taxWrappers={['SPECULATIVE', 'DEALING']} />);
    expect(worker.poolLedgers).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('Pool ledger'));
    await screen.findByText('Acquisition');
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      '10/01/2023Acquisition100£1,000.00100£1,000.00',
      '03/05/2024Disposal5 identified without the pool−40−£400.0060£600.00',
    ]);
  });

  it('1.3: is that of each wrapper that an exempt disposal sold from, never of another', async () => {
    const bought = (cost: number): LedgerView['lines'][number] => ({
      date: '2023-01-10' as IsoDate,
      event: 'ACQUISITION',
      transactionIds: ['t'],
      quantityChange: 1 as Quantity,
      costChange: pounds(cost),
      identifiedElsewhere: 0 as Quantity,
      quantity: 1 as Quantity,
      cost: pounds(cost),
    });
    worker.poolLedgers.mockResolvedValue(
      (
        [
          ['TAXABLE', 1],
          ['ISA', 2],
          ['SIPP', 3],
        ] as const
      ).map(([capacity, cost]) => ({ capacity, quantity: 1, cost, lines: [bought(cost)] })),
    );
    const { unmount } = render(<PoolLedger accountId="account-1" isin="X" taxWrappers={['SIPP', 'DEALING']} />);
    await userEvent.click(screen.getByText('Pool ledger'));
    expect((await screen.findByRole('table', { name: 'Pool ledger, SIPP' })).textContent).toContain('£3.00');
    expect(screen.getByRole('table', { name: 'Pool ledger, taxable wrappers' }).textContent).toContain('£1.00');
    expect(screen.getAllByRole('table')).toHaveLength(2);
    unmount();
    render(<PoolLedger accountId="account-1" isin="X" taxWrappers={['SIPP']} />);
    await userEvent.click(screen.getByText('Pool ledger'));
    await screen.findByText('Acquisition');
    expect(screen.getByRole('table', { name: 'Pool ledger' }).textContent).toContain('£3.00');
  });
});

describe('Print workings', () => {
  it('prints the year with every disposal as a document of its own, with its amounts, and takes it away again', async () => {
    useValuesVisibility.getState().reset();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    worker.yearPanels.mockResolvedValue([PANEL]);
    worker.disposals.mockResolvedValue([
      makeDisposal({ fxCharges: pounds(2.5), notes: ['A note of the workings.'] }),
      makeDisposal({ disposalTransactionId: 'x', isExemptFromCGT: true, assetName: 'Exempt plc' }),
    ]);
    worker.poolLedgers.mockResolvedValue([
      { capacity: 'ISA', quantity: 1, cost: 1, lines: [ledgerLine({ cost: pounds(7) })] },
      {
        capacity: 'TAXABLE',
        quantity: 60,
        cost: 600,
        lines: [ledgerLine({}), ledgerLine({ date: '2025-04-06' as IsoDate, cost: pounds(9999) })],
      },
    ]);
    render(<PrintWorkings taxYear={YEAR} accounts={ACCOUNTS} />);
    await userEvent.click(screen.getByRole('button', { name: 'Print workings' }));
    await waitFor(() => {
      expect(print).toHaveBeenCalledOnce();
    });
    const text = document.querySelector('[data-print]')?.textContent ?? '';
    expect(text).toContain('Capital gains workings, tax year 2024-25');
    expect(text).toContain('Figures to help fill in a return, not tax advice.');
    expect(text).toContain('3 May 2024: 100 Vodafone Group plc (GB00BH4HKS39)');
    expect(text).toContain('Estimated tax£454.09 to £872.12');
    expect(text).toContain(
      'Gain or loss3 May 2024Vodafone Group plc (GB00BH4HKS39)100£5,000.00£3,765.50£1,234.50Total£21,000.50£13,000.00£8,000.50',
    );
    expect(text).toContain('Pool history: Vodafone Group plc (GB00BH4HKS39)DateEvent');
    expect(text).toContain('10 Jan 2023Acquisition100£1,000.00100£1,000.00');
    // Neither another pool nor what came after the year.
    expect(text).not.toMatch(/£7\.00|£9,999/u);
    expect(text).toContain('300 for £9,000.00');
    expect(text).toContain('20 May 2024: 40 for £1,953.55');
    expect(text).toContain(
      '6\u00a0Apr\u00a02024 to 29\u00a0Oct\u00a02024, at 10% and 20%gains £4,000.00, of which taxable £4,000.00',
    );
    expect(text).toContain('Adjustment to Capital Gains Tax for the change of rates on 30 October 2024£12.02');
    expect(text).toContain('These losses can be used only if they are claimed by 5\u00a0April\u00a02029.');
    expect(text).toContain('FX charges of £2.50 on the sale are not counted as a cost.');
    expect(text).toContain('A note of the workings.');
    expect(text).toContain('gain £1,234.50');
    expect(text).toContain('SA108 box 23: Number of disposals3SA108 box 24: Disposal proceeds£21,000');
    expect(text).not.toContain('Exempt plc');
    expect(worker.disposals).toHaveBeenCalledWith({ taxYear: YEAR });
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => {
      expect(document.querySelector('[data-print]')).toBeNull();
    });
    worker.yearPanels.mockResolvedValue([
      { ...PANEL, stretches: PANEL.stretches.slice(0, 1) },
      { ...PANEL, accountId: 'account-2', disposals: 0, exemptAmountLeft: pounds(2999) },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Print workings' }));
    await waitFor(() => {
      expect(document.querySelector('[data-print]')?.textContent).toContain('Main Account');
    });
    expect(document.querySelector('[data-print]')?.textContent).not.toContain('30 October 2024');
    expect(document.querySelector('[data-print]')?.textContent).not.toContain('£2,999.00');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => {
      expect(document.querySelector('[data-print]')).toBeNull();
    });
    worker.yearPanels.mockResolvedValue([{ ...PANEL, disposals: 0 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Print workings' }));
    await waitFor(() => {
      expect(document.querySelector('[data-print]')?.textContent).toContain('No chargeable disposal falls in 2024-25.');
    });
    vi.unstubAllGlobals();
  });
});

describe('a printed disposal', () => {
  it('names cash received as such, and a loss once', async () => {
    const match = {
      rule: 'CAPITAL_DISTRIBUTION' as const,
      quantity: 0 as Quantity,
      acquisitionQuantity: 0 as Quantity,
      acquisitionDate: null,
      acquisitionIds: [],
      acquiredQuantity: 0 as Quantity,
      acquiredCost: pounds(0),
      cost: pounds(70),
      proceeds: pounds(50),
      poolBefore: { quantity: 100 as Quantity, cost: pounds(700) },
      poolAfter: { quantity: 100 as Quantity, cost: pounds(630) },
    };
    vi.stubGlobal('print', vi.fn());
    worker.yearPanels.mockResolvedValue([PANEL]);
    worker.disposals.mockResolvedValue([
      makeDisposal({ quantityDisposed: 0 as Quantity, capitalGain: pounds(-20), matches: [match] }),
    ]);
    render(<PrintWorkings taxYear={YEAR} accounts={ACCOUNTS} />);
    await userEvent.click(screen.getByRole('button', { name: 'Print workings' }));
    await waitFor(() => {
      expect(document.querySelector('[data-print] h4')?.textContent).toBe(
        '3 May 2024: cash received for Vodafone Group plc (GB00BH4HKS39)',
      );
    });
    expect(document.querySelector('[data-print] strong')?.textContent).toBe('loss £20.00');
    expect(document.querySelector('[data-print] article tbody tr')?.textContent).toBe(
      'Capital distribution100 for £700.00100 for £630.00£70.00',
    );
    window.dispatchEvent(new Event('afterprint'));
    vi.unstubAllGlobals();
  });
});

describe('the verification page', () => {
  it("shows HMRC's figure beside ours for every published example", () => {
    render(
      <MemoryRouter>
        <VerificationScreen />
      </MemoryRouter>,
    );
    expect(screen.getByText("All 19 examples agree, apart from 1 error of HMRC's, which is marked.")).toBeTruthy();
    const davy = within(screen.getByRole('table', { name: 'Figures of CG51590, example 1' }));
    expect(davy.getAllByRole('row')[3]?.textContent).toBe('Gain, sale of 10 Dec 2010£4,444.00£4,444.00Agrees');
    expect(screen.getAllByText("HMRC's error")).toHaveLength(1);
    expect(screen.queryByText('Differs')).toBeNull();
  });
});

describe('the sell simulator', () => {
  const SIMULATION: SaleSimulation = {
    consideration: pounds(620),
    disposal: makeDisposal({ capitalGain: pounds(220) }),
    withOtherSales: false,
    poolAfter: { quantity: 60 as Quantity, cost: pounds(600) },
    held: 100 as Quantity,
    year: { ...PANEL, gains: pounds(220), exemptAmountLeft: pounds(2780) },
    window: {
      accountId: 'account-1',
      isin: 'GB00BH4HKS39',
      assetName: 'Vodafone',
      from: '2024-06-15' as IsoDate,
      to: '2024-07-15' as IsoDate,
      recorded: [
        {
          transactionId: 't9',
          transactionType: 'BUY',
          date: '2024-06-20' as IsoDate,
          quantity: 10 as Quantity,
          matched: true,
        },
      ],
      expected: ['reinvestedDividends'],
    },
    safeFrom: '2024-07-16' as IsoDate,
  };
  const open = (address = '/capital-gains/simulate?accountId=account-1&isin=GB00BH4HKS39&taxWrapper=DEALING') => {
    render(
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route
            path="/capital-gains/simulate"
            element={<SimulatorScreen brokers={[{ id: 'b1', name: 'AJ Bell' }]} />}
          />
          <Route path="/capital-gains" element={<h1>Capital Gains Tax</h1>} />
        </Routes>
      </MemoryRouter>,
    );
    return userEvent.setup({ delay: null });
  };

  beforeEach(() => {
    worker.holdings.mockResolvedValue({ holdings: [HOLDING], asOf: '2024-06-15', totalValue: 0, unvalued: 0 });
    worker.simulateSale.mockResolvedValue(SIMULATION);
  });

  it('opens with the linked holding and its price, and shows the result of a sale', async () => {
    const user = open();
    await waitFor(() => {
      expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('15.5');
    });
    await user.type(screen.getByLabelText('Units'), '40');
    const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
    await screen.findByText('Result of the sale');
    await waitFor(() => {
      expect(worker.simulateSale).toHaveBeenLastCalledWith({
        accountId: 'account-1',
        isin: 'GB00BH4HKS39',
        taxWrapper: 'DEALING',
        date: expect.any(String),
        price: 15.5,
        charges: 0,
        quantity: 40,
      });
    });
    expect([fact('Consideration'), fact('Pool afterwards'), fact('Exempt amount left after this sale')]).toEqual([
      '£620.00',
      '60 units that cost £600.00',
      '£2,780.00',
    ]);
    expect(screen.getByText(/^A purchase of Vodafone from 15 Jun 2024 to 15 Jul 2024/u).textContent).toMatch(
      /a reinvestment counts as a purchase\.$/u,
    );
    expect(screen.getByText('From 16 Jul 2024 no purchase can change these figures.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buy on 20/06/2024' }).getAttribute('href')).toBe('/transactions/t9');
    await user.clear(screen.getByLabelText('Price'));
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('');
    await user.type(screen.getByLabelText('Price'), '9');
    await waitFor(() => {
      expect(worker.simulateSale).toHaveBeenLastCalledWith(expect.objectContaining({ price: 9 }));
    });
    expect(await listOutbox(currentDatabase())).toEqual([]);
  });

  it('says when the holdings could not be read, so that none can be chosen', async () => {
    worker.holdings.mockRejectedValue(new Error('closed'));
    open('/capital-gains/simulate');
    expect((await screen.findByRole('alert')).textContent).toBe('Could not load holdings. Please try again later.');
  });

  it('finds the units for a gain, and says when no number of units fits', async () => {
    worker.unitsForGain.mockResolvedValue(39);
    const user = open();
    await user.selectOptions(await screen.findByLabelText('Start from'), 'Gain to make');
    await user.type(screen.getByLabelText('Gain'), '200');
    await waitFor(() => {
      expect(worker.unitsForGain).toHaveBeenLastCalledWith({
        idea: expect.objectContaining({ price: 15.5 }),
        target: 200,
      });
    });
    await waitFor(() => {
      expect(worker.simulateSale).toHaveBeenLastCalledWith(expect.objectContaining({ quantity: 39 }));
    });
    worker.unitsForGain.mockResolvedValue(null);
    await user.clear(screen.getByLabelText('Gain'));
    await user.type(screen.getByLabelText('Gain'), '1');
    expect(
      await screen.findByText('Nothing is held on that day, or every sale at this price makes a larger gain.'),
    ).toBeTruthy();
  });

  it('stores nothing until it is recorded, and then exactly these figures', async () => {
    const user = open();
    await user.type(await screen.findByLabelText('Units'), '40');
    expect((await screen.findByRole('button', { name: 'Record this sale' })).hasAttribute('disabled')).toBe(true);
    await user.selectOptions(screen.getByLabelText('Broker'), 'AJ Bell');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Record this sale' }).hasAttribute('disabled')).toBe(false);
    });
    await user.click(screen.getByRole('button', { name: 'Record this sale' }));
    expect(await screen.findByRole('heading', { name: 'Capital Gains Tax' })).toBeTruthy();
    expect(await currentDatabase().transactions.toArray()).toMatchObject([
      {
        transactionType: 'SELL',
        brokerId: 'b1',
        quantity: 40,
        localPrice: 15.5,
        consideration: 620,
        brokerCharge: 0,
      },
    ]);
  });
});
