/** What a page may put into the header: the shared search and one checkbox (000 §2.2). */
import { useEffect, useLayoutEffect, useState } from 'react';
import { create } from 'zustand';

interface Toggle {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface PageControls {
  /** True while the page on screen wants the header's search box. */
  readonly searchEnabled: boolean;
  readonly query: string;
  readonly toggle: Toggle | null;
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
  useEffect(() => {
    usePageControls.setState({ searchEnabled: true, query: '' });
    return () => {
      usePageControls.setState({ searchEnabled: false, query: '' });
    };
  }, []);
  return usePageControls((state) => state.query);
}

/** Shows a checkbox in the header while it is on screen itself, from the first painting on. */
export function HeaderToggle({
  label = 'Toggle',
  checked,
  onChange,
}: Omit<Toggle, 'label'> & { readonly label?: string }): null {
  const [, setIsShown] = useState(false);
  useLayoutEffect(() => {
    usePageControls.setState({ toggle: { label, checked, onChange } });
    // The header listens to the store only after it was painted, unless something is drawn again before that.
    // oxlint-disable-next-line react/set-state-in-effect -- this draws nothing but what listens by then
    setIsShown(true);
    return () => {
      usePageControls.setState({ toggle: null });
    };
  }, [label, checked, onChange]);
  return null;
}
