import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FilterBar } from './filter-bar.tsx';
import { SearchBox } from './search-box.tsx';

const NONE = { account: '', search: '' };

function List({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [filters, setFilters] = useState({ ...NONE, account: 'a1' });
  const search = (text: string) => {
    onSearch(text);
    setFilters({ ...filters, search: text });
  };
  return (
    <FilterBar
      search={<SearchBox value={filters.search} placeholder="Search..." onSearch={search} />}
      activeCount={Object.values(filters).filter((value) => value !== '').length}
      onClear={() => {
        setFilters(NONE);
      }}
    >
      <span>{filters.account === '' ? 'All Accounts' : 'One account'}</span>
    </FilterBar>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('clears a search with the filters that was typed and has not begun', () => {
  const onSearch = vi.fn();
  render(<List onSearch={onSearch} />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'gold' } });
  act(() => {
    vi.advanceTimersByTime(200);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(screen.getByText('All Accounts')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(onSearch).not.toHaveBeenCalled();
});
