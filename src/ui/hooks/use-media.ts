import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query of CSS matches, now and whenever that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the window is as narrow as a phone's, which the styles ask for in the same words. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 720px)');
}
