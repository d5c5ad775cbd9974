import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chartIn, findPicture, standInCanvas } from '../../testing/drawn-chart.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { SavingsGrowth } from './savings-growth.tsx';

const worker = { savingsHistory: vi.fn() };
handInCompute(() => worker);

beforeEach(() => {
  standInCanvas();
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('draws what all savings accounts held together, with the days that changed it in a table', async () => {
  worker.savingsHistory.mockResolvedValue([
    { date: '2024-03-01', balance: 100 },
    { date: '2024-03-02', balance: 100 },
    { date: '2024-03-03', balance: 150.5 },
  ]);
  render(<SavingsGrowth />);
  const picture = await findPicture(/^Savings over time, 1 Mar 2024 to 3 Mar 2024\./u);
  await waitFor(() => expect(chartIn(picture).data.datasets[0]?.data.map(({ y }) => y)).toEqual([100, 100, 150.5]));
  act(() => picture.focus());
  await userEvent.keyboard('{End}');
  expect(screen.getByText('3 Mar 2024, All savings: £151')).toBeTruthy();
  await userEvent.click(screen.getByText('The figures as a table'));
  const rows = within(await screen.findByRole('table', { name: 'Savings over time' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DateAll savings',
    '3 Mar 2024£150.50',
    '1 Mar 2024£100.00',
  ]);
  act(() => useValuesVisibility.getState().reset());
  expect(document.body.textContent).not.toMatch(/£/u);
});

it('the chart is absent without a savings account, and says when it could not be worked out', async () => {
  worker.savingsHistory.mockResolvedValue([]);
  const { container, unmount } = render(<SavingsGrowth />);
  await act(async () => {
    await Promise.resolve();
  });
  expect(container.textContent).toBe('');
  unmount();
  worker.savingsHistory.mockRejectedValue(new Error('closed'));
  render(<SavingsGrowth />);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The savings over time could not be worked out. Please try again.',
  );
});
