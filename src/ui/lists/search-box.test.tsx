import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

function List({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [query, setQuery] = useState('');
  return (
    <>
      <SearchBox
        value={query}
        placeholder="Search transactions..."
        onSearch={(text) => {
          onSearch(text);
          setQuery(text);
        }}
      />
      <button
        type="button"
        onClick={() => {
          setQuery('');
        }}
      >
        Clear search
      </button>
    </>
  );
}

describe('SearchBox (000 §5)', () => {
  const onSearch = vi.fn<(text: string) => void>();
  const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
  const wait = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    onSearch.mockClear();
    render(<List onSearch={onSearch} />);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('emits once, 300 ms after the last key', () => {
    type('vo');
    wait(200);
    type('voda');
    wait(299);
    expect(onSearch).not.toHaveBeenCalled();
    wait(1);
    expect(onSearch.mock.calls).toEqual([['voda']]);
  });

  it('holds back a single character and an unchanged text', () => {
    type('v');
    wait(1000);
    type(' v ');
    wait(1000);
    expect(onSearch).not.toHaveBeenCalled();
    type('vo');
    wait(300);
    type('vo ');
    wait(300);
    expect(onSearch.mock.calls).toEqual([['vo']]);
  });

  it('emits an empty text, and follows a search that is cleared from outside', () => {
    type('gold');
    wait(300);
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    type('gold');
    wait(300);
    fireEvent.click(screen.getByRole('button', { name: 'Clear search text' }));
    expect(onSearch.mock.calls).toEqual([['gold'], ['gold'], ['']]);
  });
});
