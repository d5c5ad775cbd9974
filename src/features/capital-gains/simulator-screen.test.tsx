import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SimulatorScreen } from './simulator-screen.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ holdings: vi.fn(), simulateSale: vi.fn(), unitsForGain: vi.fn() }));
handInCompute(() => worker);

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

/** On a holding with a price in another currency: 38.52 euros, by way of the dollar. */
function open() {
  const holding = {
    accountId: 'account-1',
    isin: 'IE00B4L5Y983',
    taxWrapper: 'DEALING',
    assetName: 'iShares Core MSCI World',
    accountName: 'Main Account',
    quantity: 100,
    currentPrice: 32.3084827764704,
  };
  worker.holdings.mockResolvedValue({ holdings: [holding], asOf: '2024-06-15', totalValue: 0, unvalued: 0 });
  worker.simulateSale.mockResolvedValue(null);
  render(
    <MemoryRouter initialEntries={['/capital-gains/simulate?accountId=account-1&isin=IE00B4L5Y983&taxWrapper=DEALING']}>
      <SimulatorScreen brokers={[]} />
    </MemoryRouter>,
  );
  return userEvent.setup({ delay: null });
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('the figures of a sale to try', () => {
  it('begin with a price of as many decimals as a record keeps, so that all units come to their value (plans/RULES 3.1)', async () => {
    const user = open();
    await waitFor(() => {
      expect(input('Price').value).toBe('32.3084827765');
    });
    await user.type(input('Units'), '40');
    await waitFor(() => {
      expect(worker.simulateSale).toHaveBeenLastCalledWith(
        expect.objectContaining({ price: 32.3084827765, quantity: 40 }),
      );
    });
  });

  it('that are not numbers are named once the field is left, and not before', async () => {
    const user = open();
    await waitFor(() => {
      expect(input('Price').value).toBe('32.3084827765');
    });
    await user.clear(input('Price'));
    await user.type(input('Price'), '32.3084827764704');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Price can have at most 15 digits, 12 of them decimals.',
    );
    await user.clear(input('Price'));
    await user.type(input('Price'), '32');
    await user.tab();
    expect(screen.queryByRole('alert')).toBeNull();
    for (const [label, text, wanted] of [
      ['Units', '0', 'a number above 0'],
      ['Charges', '-1', 'an amount in pounds of 0 or more'],
    ] as const) {
      await user.type(input(label), text);
      await user.tab();
      expect((await screen.findByRole('alert')).textContent).toContain(
        `${label} "${text}" is not valid: expected ${wanted}.`,
      );
      await user.clear(input(label));
    }
    await user.selectOptions(screen.getByLabelText('Start from'), 'Gain to make');
    await user.type(input('Gain'), 'some');
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Gain "some" is not valid: expected an amount in pounds of 0 or more',
    );
  });
});
