import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useSelection, type SelectionOptions } from './use-selection.ts';

const first: SelectionOptions = { pageIds: ['a', 'b'], total: 5, resetKey: 1 };

function start() {
  return renderHook((options: SelectionOptions) => useSelection(options), { initialProps: first });
}

describe('useSelection', () => {
  it('counts the rows selected, and the total when everything is', () => {
    const { result } = start();
    act(() => {
      result.current.toggle('a');
    });
    expect([result.current.count, result.current.header]).toEqual([1, 'indeterminate']);
    act(() => {
      result.current.toggleHeader();
    });
    expect([result.current.count, result.current.header, result.current.mode]).toEqual([2, 'checked', 'page']);
    act(() => {
      result.current.selectAll(['a', 'b', 'c', 'd', 'e']);
    });
    expect([result.current.count, result.current.mode]).toEqual([5, 'all']);
    act(() => {
      result.current.toggleHeader();
    });
    expect([result.current.count, result.current.header]).toEqual([0, 'unchecked']);
  });

  it('keeps the rows of other pages when one row is taken out of everything', () => {
    const { result, rerender } = start();
    act(() => {
      result.current.selectAll(['a', 'b', 'c', 'd', 'e']);
    });
    act(() => {
      result.current.toggle('b');
    });
    rerender({ ...first, pageIds: ['a', 'b'] });
    expect([result.current.count, result.current.mode, result.current.header]).toEqual([4, 'none', 'indeterminate']);
  });

  it('is cleared when another page, order or filter is loaded', () => {
    const { result, rerender } = start();
    act(() => {
      result.current.toggleHeader();
    });
    rerender({ pageIds: ['c', 'd'], total: 5, resetKey: 2 });
    expect(result.current.count).toBe(0);
  });

  it('no longer holds a row that vanished from the page', () => {
    const { result, rerender } = start();
    act(() => {
      result.current.toggleHeader();
    });
    rerender({ ...first, pageIds: ['b', 'c'], total: 4 });
    expect([...result.current.ids]).toEqual(['b']);
    expect(result.current.header).toBe('indeterminate');
  });
});
