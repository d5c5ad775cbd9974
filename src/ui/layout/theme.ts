/** Which colours the page shows; the tokens answer to `data-theme` on the root element. */
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

/** `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

export const THEME_OPTIONS: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: 'system', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

interface ThemeState {
  readonly theme: ThemeChoice;
  readonly setTheme: (theme: ThemeChoice) => void;
}

/** The chosen theme; the app keeps it in local storage. */
export const useTheme = create<ThemeState>((set) => ({
  theme: 'system',
  setTheme: (theme) => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    set({ theme });
  },
}));

const deviceIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function onDeviceChange(notify: () => void): () => void {
  const query = deviceIsDark();
  query.addEventListener('change', notify);
  return () => {
    query.removeEventListener('change', notify);
  };
}

/** Whether the page shows its dark colours, for what tokens do not reach. */
export function useIsDark(): boolean {
  const { theme } = useTheme();
  const isDeviceDark = useSyncExternalStore(onDeviceChange, () => deviceIsDark().matches);
  return theme === 'system' ? isDeviceDark : theme === 'dark';
}
