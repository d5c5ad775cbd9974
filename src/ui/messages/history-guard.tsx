import { useEffect, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { type Hold, holdOf } from '../hooks/use-hold.ts';

/** Whether the browser itself shows another entry than the router's; a router without the browser's history has no state there. */
function isBrowserAway(key: string): boolean {
  const state = history.state as { readonly key?: string } | null;
  return state !== null && (state.key ?? 'default') !== key;
}

/** Lets forms and dialogs keep the user on a page (`useHold`). One stands beside all pages. */
export function HistoryGuard() {
  const asked = useRef<Hold>(null);
  const { key } = useLocation();
  const blocker = useBlocker((move) => {
    asked.current = holdOf(move);
    return asked.current !== null;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const { proceed, reset: stay } = blocker;
    const tell = () => asked.current?.onHeld({ proceed, stay });
    if (!isBrowserAway(key)) {
      tell();
      return undefined;
    }
    // The router moves the browser forward again, which takes a moment: where a closed dialog leads would be written over
    // the page before.
    window.addEventListener('popstate', tell, { once: true });
    return () => {
      window.removeEventListener('popstate', tell);
    };
  }, [blocker, key]);
  return null;
}
