import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HiddenMoney } from './figures.tsx';
import { ValuesTextButton } from './values-text-button.tsx';
import { ValuesButton } from './values-button.tsx';
import { useValuesVisibility } from '../app-state/values-visibility.ts';

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

it('each button says what a press does, and for how long', () => {
  render(
    <>
      <ValuesButton />
      <ValuesTextButton autoHideMs={30_000} hasMenu={false} />
    </>,
  );
  const described = (name: string) =>
    screen.getAllByRole('button', { name }).map((button) => button.getAttribute('aria-description'));
  expect(described('Show values')).toEqual(['Values are visible for 5 seconds.', 'Values are visible for 30 seconds.']);
  act(() => screen.getAllByRole('button', { name: 'Show values' })[0]?.click());
  expect(new Set(described('Lock values'))).toEqual(new Set(['Values stay visible until you hide them or sign out.']));
  act(() => screen.getAllByRole('button', { name: 'Lock values' })[0]?.click());
  expect(new Set(described('Hide values'))).toEqual(new Set(['Values stay hidden until you show them.']));
});

it('the menu keeps values visible on this device, or lets them hide again', async () => {
  vi.useRealTimers();
  const { container } = render(
    <>
      <ValuesButton />
      <output>
        <HiddenMoney value={1234.5} />
      </output>
    </>,
  );
  const shown = () => container.querySelector('output')?.textContent;
  await userEvent.click(screen.getByRole('button', { name: 'Options for values' }));
  const choice = () => screen.getByRole('menuitemcheckbox', { name: 'Keep values visible on this device' });
  expect([choice().getAttribute('aria-checked'), shown()]).toEqual(['false', '••••••']);
  expect(screen.getByText(/^Otherwise Show values reveals them for 5 seconds\./u)).toBeTruthy();
  await userEvent.click(choice());
  expect([choice().getAttribute('aria-checked'), shown()]).toEqual(['true', '£1,234.50']);
  await userEvent.click(choice());
  expect([choice().getAttribute('aria-checked'), shown()]).toEqual(['false', '••••••']);
});
