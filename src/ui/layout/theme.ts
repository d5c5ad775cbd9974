/** Which colours the page shows; the tokens answer to `data-theme` on the root element. */
import { create } from 'zustand';
import { useMedia } from '../hooks/use-media.ts';

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

/** Whether the page shows its dark colours, for what tokens do not reach. */
export function useIsDark(): boolean {
  const { theme } = useTheme();
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? isDeviceDark : theme === 'dark';
}
