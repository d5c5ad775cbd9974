import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createViewMemory, useListState, type ListStateOptions } from './use-list-state.ts';

interface Filters {
  readonly account: string;
  readonly search: string;
}

type Options = ListStateOptions<Filters, 'name' | 'date'>;

function start(change: Partial<Options> = {}) {
  const onFilters = vi.fn();
  const options: Options = {
    initialFilters: () => ({ account: 'a1', search: '' }),
    noFilters: { account: '', search: '' },
    onFilters,
    ...change,
  };
  return { onFilters, ...renderHook(() => useListState(options)) };
}

describe('useListState (000 §4.6)', () => {
  it('keeps the filters that it starts with, and goes to page 1 when they change or are cleared', () => {
    const { result, onFilters } = start();
    expect(onFilters).toHaveBeenLastCalledWith({ account: 'a1', search: '' });
    act(() => {
      result.current.setPage(3);
    });
    act(() => {
      result.current.setFilters({ search: 'gold' });
    });
    expect(result.current).toMatchObject({ page: 1, filters: { account: 'a1', search: 'gold' } });
    act(() => {
      result.current.setPage(2);
    });
    act(() => {
      result.current.clearFilters();
    });
    expect(result.current).toMatchObject({ page: 1, filters: { account: '', search: '' } });
    expect(onFilters).toHaveBeenLastCalledWith({ account: '', search: '' });
  });

  it('sorts a new column in the first direction, flips the same one, and goes to page 1', () => {
    const { result } = start({ initialSort: { field: 'date', direction: 'desc' } });
    act(() => {
      result.current.setPage(2);
    });
    act(() => {
      result.current.toggleSort('date');
    });
    expect(result.current).toMatchObject({ page: 1, sort: { field: 'date', direction: 'asc' } });
    act(() => {
      result.current.toggleSort('name');
    });
    expect(result.current.sort).toEqual({ field: 'name', direction: 'asc' });
    const descending = start({ firstDirection: 'desc' });
    act(() => {
      descending.result.current.toggleSort('name');
    });
    expect(descending.result.current.sort).toEqual({ field: 'name', direction: 'desc' });
  });

  it('restores its last page and order where it has a storage key', () => {
    const memory = createViewMemory<'name' | 'date'>();
    const first = start({ memory });
    act(() => {
      first.result.current.toggleSort('name');
    });
    act(() => {
      first.result.current.setPage(4);
    });
    first.unmount();
    expect(start({ memory }).result.current).toMatchObject({ page: 4, sort: { field: 'name', direction: 'asc' } });
    expect(start().result.current.page).toBe(1);
  });
});
