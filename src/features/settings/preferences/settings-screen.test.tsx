import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeRatesView } from '../../../../workers/api/worker-api.ts';
import { useUpdate } from '../../../ui/app-state/update-store.ts';
import { useValuesVisibility } from '../../../ui/app-state/values-visibility.ts';
import { ApplicationSettings } from './application-settings.tsx';
import { ExchangeRateSettings } from './exchange-rate-settings.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ exchangeRates: vi.fn() }));
handInCompute(() => worker);

const CURRENT: ExchangeRatesView = {
  lastUpdateTime: '2024-06-15T09:30:15Z',
  totalCurrencies: 3,
  availableCurrencies: ['EUR', 'GBP', 'USD'],
};
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2024-06-15T12:30:15Z'), shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('exchange rates in the settings (001 §2.11)', () => {
  it('shows when they were updated, what they cover, and the info', async () => {
    worker.exchangeRates.mockResolvedValue(CURRENT);
    render(<ExchangeRateSettings onImport={vi.fn()} />);
    expect(await screen.findByText('Last Update')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Currency Exchange Rates' })).toBeTruthy();
    expect(screen.getByText('Coverage')).toBeTruthy();
    expect(fact('Updated')).toMatch(/^15 Jun 2024, \d{2}:30:15$/u);
    expect([fact('Status'), fact('Age')]).toEqual(['Current', '3 hour(s) ago']);
    expect([fact('Total Currencies'), fact('Primary Pairs'), fact('Base Currency')]).toEqual([
      '3',
      'USD, EUR, GBP',
      'USD',
    ]);
    expect(
      screen.getByText(
        'Exchange rates are automatically updated daily and used for currency conversions throughout the application. Holdings and transaction values are converted to GBP using the latest available rates.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('Exchange rates are current and being used for accurate conversions.')).toBeTruthy();
    await userEvent.click(screen.getByText('View Available Currencies (3)'));
    expect(
      within(screen.getByRole('group'))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['EUR', 'GBP', 'USD']);
  });

  it('warns of stale rates, and says when there never were any', async () => {
    worker.exchangeRates.mockResolvedValue({ lastUpdateTime: null, totalCurrencies: 0, availableCurrencies: [] });
    render(<ExchangeRateSettings onImport={vi.fn()} />);
    expect(
      await screen.findByText(
        'Warning: Exchange rate data is stale. Some conversions may not reflect current market rates.',
      ),
    ).toBeTruthy();
    expect([fact('Updated'), fact('Status'), fact('Age')]).toEqual(['Never updated', 'Stale', 'N/A']);
  });

  it('become stale on a screen that stays open', async () => {
    worker.exchangeRates.mockResolvedValue(CURRENT);
    render(<ExchangeRateSettings onImport={vi.fn()} />);
    await screen.findByText('Last Update');
    act(() => {
      vi.advanceTimersByTime(23 * 3_600_000 + 60_000);
    });
    expect([fact('Status'), fact('Age')]).toEqual(['Stale', '1 day(s) ago']);
    expect(screen.getByText(/^Warning: Exchange rate data is stale\./u)).toBeTruthy();
  });

  it('says when they cannot be read', async () => {
    worker.exchangeRates.mockRejectedValue(new Error('closed'));
    render(<ExchangeRateSettings onImport={vi.fn()} />);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load exchange rate information');
  });
});

describe('application settings (001 §2.11)', () => {
  it('are there, with what the specification says of them', () => {
    render(<ApplicationSettings />);
    expect(screen.getByRole('heading', { name: 'Application Settings' })).toBeTruthy();
    expect(screen.getByText('Additional application settings will be available here in future updates.')).toBeTruthy();
    expect(screen.getByLabelText('Theme')).toBeTruthy();
  });

  it('keep values visible on this device, or not', async () => {
    render(<ApplicationSettings />);
    const choice = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep values visible on this device' });
    expect(choice().checked).toBe(false);
    await userEvent.click(choice());
    expect([choice().checked, useValuesVisibility.getState().valuesVisible]).toEqual([true, true]);
    await userEvent.click(choice());
    expect([choice().checked, useValuesVisibility.getState().valuesVisible]).toEqual([false, false]);
  });

  describe('look for a newer version', () => {
    const check = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Check for updates' }));
    };
    const worker = (registration: unknown) => {
      vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
    };
    afterEach(() => {
      vi.unstubAllGlobals();
      useUpdate.setState({ reload: null, dismissed: false });
    });

    it.each([
      ['This is the newest version.', { update: async () => undefined, installing: null, waiting: null }],
      [
        'A new version is being fetched. You are asked before it starts.',
        { update: async () => undefined, installing: {}, waiting: null },
      ],
      [
        'The server did not answer. Please try again when you are connected.',
        {
          update: async () => {
            throw new TypeError('offline');
          },
        },
      ],
      ['This browser does not store the app, so you get the newest version whenever you open it.', undefined],
    ])('%s', async (words, registration) => {
      render(<ApplicationSettings />);
      worker(registration);
      await check();
      expect(await screen.findByText(words)).toBeTruthy();
    });

    it('offer one that waits, also after its notice was closed', async () => {
      const reload = vi.fn();
      useUpdate.setState({ reload, dismissed: true });
      render(<ApplicationSettings />);
      await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
      expect(reload).toHaveBeenCalledOnce();
    });
  });
});
