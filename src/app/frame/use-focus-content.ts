import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** After a move to another screen, focus goes to its content, unless the screen has put it into a field itself. */
export function useFocusContent(content: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!content.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true });
  }, [content, pathname]);
}

/** How long an element that disappears under the focus may move the focus itself, as a closing dialog does. */
const HANDED_ON_MS = 100;

/** When what had the focus is gone (a row's button with its row), the focus goes to the content instead of to the page's top. */
export function useKeepFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = (): boolean => document.activeElement === document.body && last !== null && !last.isConnected;
    const onFocus = (): void => {
      last = document.activeElement;
    };
    // Still there a moment later: the user has moved the focus by a click beside it, and nothing is lost. (Chromium
    // reports a removal before it happens.)
    const onBlur = (): void => {
      setTimeout(() => {
        if (last?.isConnected === true && document.activeElement === document.body) last = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (timer !== undefined || !isLost()) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (isLost()) content.current?.focus({ preventScroll: true });
      }, HANDED_ON_MS);
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [content]);
}
