import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchResultLine } from './search-result-line.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const line = (search: string, searching: boolean, count = 0, failed = false) => (
  <SearchResultLine search={search} searching={searching} failed={failed} count={count} onClear={() => undefined} />
);
const text = (): string => screen.queryByRole('status')?.textContent ?? '';

it("shows the last result until a search takes long, and never one search's count for another", () => {
  const { rerender } = render(line('', false, 900));
  expect(text()).toBe('');
  rerender(line('gold', true, 900));
  expect(text()).toBe('');
  act(() => {
    vi.advanceTimersByTime(200);
  });
  expect(text()).toBe('Searching for "gold"...');
  rerender(line('gold', false, 3));
  expect(text()).toBe('Found 3 result(s) for "gold"');
  rerender(line('golden', true, 3));
  expect(text()).toBe('Found 3 result(s) for "gold"');
  rerender(line('golden', false, 1));
  expect(text()).toBe('Found 1 result(s) for "golden"');
});

it('disappears with the search, and when the search failed', () => {
  const { rerender } = render(line('gold', false, 3));
  rerender(line('', true, 3));
  expect(text()).toBe('');
  rerender(line('gold', false, 3, true));
  expect(text()).toBe('');
  // What failed has found nothing, for the next search neither.
  rerender(line('silver', true, 3, true));
  expect(text()).toBe('');
});
