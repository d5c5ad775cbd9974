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

/** The styles ask for a phone in the same words. */
const PHONE = '(max-width: 720px)';

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** The same once, where nothing is to follow a change. */
export function isPhone(): boolean {
  return matchMedia(PHONE).matches;
}
