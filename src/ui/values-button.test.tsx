import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HiddenMoney } from './figures.tsx';
import { ValuesButton } from './values-button.tsx';
import { useValuesVisibility } from './values-visibility.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useValuesVisibility.getState().reset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = (name: string) => {
  act(() => {
    screen.getByRole('button', { name }).click();
  });
};
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

it('the values button goes Show, Lock, Hide; hidden values are not in the page, and locked ones stay', () => {
  const { container } = render(
    <>
      <ValuesButton />
      <HiddenMoney value={1234.5} />
    </>,
  );
  expect(container.textContent).toBe('••••••');
  press('Show values');
  expect(container.textContent).toBe('£1,234.50');
  pass(5000);
  expect(container.textContent).toBe('••••••');
  press('Show values');
  press('Lock values');
  pass(60_000);
  expect(container.textContent).toBe('£1,234.50');
  press('Hide values');
  expect(container.textContent).toBe('••••••');
  expect(useValuesVisibility.getState()).toMatchObject({ valuesVisible: false, valuesLocked: false });
});

it('what was chosen on one screen holds on the next', () => {
  const first = render(<ValuesButton />);
  press('Show values');
  press('Lock values');
  first.unmount();
  render(<ValuesButton />);
  expect(screen.getByRole('button', { name: 'Hide values' })).toBeTruthy();
});
