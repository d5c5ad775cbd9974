/** What a page may put into the header: the shared search and one checkbox (000 §2.2), before either is painted. */
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

interface HeaderToggle {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface PageControls {
  /** True while the page on screen wants the header's search box. */
  readonly searchEnabled: boolean;
  readonly query: string;
  readonly toggle: HeaderToggle | null;
  readonly setQuery: (query: string) => void;
}

export const usePageControls = create<PageControls>((set) => ({
  searchEnabled: false,
  query: '',
  toggle: null,
  setQuery: (query) => {
    set({ query });
  },
}));

/** Shows the header's search box while the page is on screen, and returns the search. */
export function useHeaderSearch(): string {
  useLayoutEffect(() => {
    usePageControls.setState({ searchEnabled: true, query: '' });
    return () => {
      usePageControls.setState({ searchEnabled: false, query: '' });
    };
  }, []);
  return usePageControls((state) => state.query);
}

/** Shows a checkbox in the header while the page is on screen. */
export function useHeaderToggle(checked: boolean, onChange: (checked: boolean) => void, label = 'Toggle'): void {
  useLayoutEffect(() => {
    usePageControls.setState({ toggle: { label, checked, onChange } });
    return () => {
      usePageControls.setState({ toggle: null });
    };
  }, [label, checked, onChange]);
}
