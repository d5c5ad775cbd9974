/** Single-key shortcuts. They can be turned off, because speech input and stray fingers press keys too (WCAG 2.1.4). */
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

interface ShortcutsState {
  readonly enabled: boolean;
  readonly setEnabled: (enabled: boolean) => void;
}

/** Whether single keys act; the app keeps the choice in local storage. */
export const useShortcuts = create<ShortcutsState>((set) => ({
  enabled: true,
  setEnabled: (enabled) => {
    set({ enabled });
  },
}));

/** What the keys do, for the dialog that lists them. */
export const SHORTCUTS: readonly { readonly keys: string; readonly what: string; readonly single: boolean }[] = [
  { keys: 'Ctrl K', what: 'Search everything, or go to a page', single: false },
  { keys: 'j', what: 'Next row of a list', single: true },
  { keys: 'k', what: 'Previous row of a list', single: true },
  { keys: 'x', what: 'Select the row', single: true },
  { keys: 'Enter', what: 'Open the row', single: false },
  { keys: '/', what: 'Search the list', single: true },
  { keys: 'n', what: 'Add a new record', single: true },
  { keys: '?', what: 'Show these shortcuts', single: true },
];

/** True while a dialog is open. A toast has the role of a dialog too, but does not block the page. */
export function isDialogOpen(): boolean {
  return document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-toast])') !== null;
}

/** True while a key belongs to the focused element: a field, a menu or a dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (isDialogOpen() || document.querySelector('[role="menu"]') !== null) return true;
  return (
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]') !== null
  );
}

/**
 * Calls `onKey` for a single key that nothing else uses, while shortcuts are on; it returns true when it used the key.
 */
export function useShortcutKeys(onKey: (key: string) => boolean): void {
  const enabled = useShortcuts((state) => state.enabled);
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      if (handle(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [enabled]);
}
