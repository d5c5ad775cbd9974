import { describe, expect, it } from 'vitest';
import { keepShown, NO_SELECTION, selectEverything, toggleHeader, toggleRow } from './selection.ts';

const page = ['a', 'b', 'c'];

describe('selection (000 §4.5)', () => {
  it('goes from single rows to the page and back as rows are toggled', () => {
    const one = toggleRow(NO_SELECTION, 'a', page);
    expect(one).toEqual({ mode: 'none', ids: new Set(['a']) });
    const all = toggleRow(toggleRow(one, 'b', page), 'c', page);
    expect(all.mode).toBe('page');
    expect(toggleRow(all, 'b', page)).toEqual({ mode: 'none', ids: new Set(['a', 'c']) });
  });

  it('selects the page from none and from page, and clears from all', () => {
    const selected = toggleHeader(NO_SELECTION, page);
    expect(selected).toEqual({ mode: 'page', ids: new Set(page) });
    expect(toggleHeader(selected, page)).toEqual(selected);
    expect(toggleHeader(selectEverything([...page, 'd']), page)).toEqual(NO_SELECTION);
  });

  it('leaves mode all for none when one row of another page stays selected', () => {
    const state = toggleRow(selectEverything([...page, 'd']), 'b', page);
    expect(state).toEqual({ mode: 'none', ids: new Set(['a', 'c', 'd']) });
  });

  it('selects nothing on an empty page or of an empty list', () => {
    expect(toggleHeader(NO_SELECTION, [])).toEqual(NO_SELECTION);
    expect(selectEverything([])).toEqual(NO_SELECTION);
  });

  it('drops rows that left the page, and mode all when the list grew', () => {
    const everything = selectEverything([...page, 'd']);
    expect(keepShown(everything, page, 4)).toBe(everything);
    expect(keepShown(everything, page, 5)).toEqual({ mode: 'page', ids: new Set(page) });
    expect(keepShown(toggleHeader(NO_SELECTION, page), ['a', 'x'], 4)).toEqual({ mode: 'none', ids: new Set(['a']) });
  });
});
