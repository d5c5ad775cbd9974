/** Whether money is shown: one state for every screen (000 §4.3, 001 §2.2). */
import { useDeferredValue, useEffect } from 'react';
import { create } from 'zustand';
import { useServerPresence } from './server-presence.ts';

/** How long values stay shown before they hide themselves, in milliseconds. */
export const DASHBOARD_AUTO_HIDE = 30_000;
export const SCREEN_AUTO_HIDE = 5_000;

/** What is kept in local storage, under the keys of the same names. */
export interface StoredVisibility {
  readonly valuesVisible: boolean;
  readonly valuesLocked: boolean;
}

interface ValuesVisibility extends StoredVisibility {
  /** Whether the user keeps values visible on this device; null while that is unknown. */
  readonly keptVisible: boolean | null;
  /** hidden → visible with a timer → locked → hidden; where values are kept visible, no timer runs. */
  readonly press: (autoHideMs: number) => void;
  /** Another screen: a running timer keeps running, at most that screen's length. */
  readonly enterScreen: (autoHideMs: number) => void;
  /** On load: 'visible but not locked' becomes hidden, since its timer is gone. */
  readonly restore: (stored: StoredVisibility) => void;
  /** The user keeps values visible on this device, or no longer does; either applies immediately. */
  readonly keepVisible: (keep: boolean) => void;
  /** On logout both flags are false, and the choice of the user who was signed in is forgotten here. */
  readonly reset: () => void;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let hideAt = 0;

function stopTimer(): void {
  clearTimeout(timer);
  timer = undefined;
}

export const useValuesVisibility = create<ValuesVisibility>((set, get) => {
  const hide = () => {
    stopTimer();
    set({ valuesVisible: false, valuesLocked: false });
  };
  const hideIn = (milliseconds: number) => {
    stopTimer();
    hideAt = Date.now() + milliseconds;
    timer = setTimeout(hide, milliseconds);
  };
  return {
    valuesVisible: false,
    valuesLocked: false,
    keptVisible: null,
    press: (autoHideMs) => {
      const { valuesVisible, valuesLocked, keptVisible } = get();
      if (valuesLocked) hide();
      else if (valuesVisible) {
        stopTimer();
        set({ valuesLocked: true });
      } else if (keptVisible === true) set({ valuesVisible: true, valuesLocked: true });
      else {
        set({ valuesVisible: true });
        hideIn(autoHideMs);
      }
    },
    enterScreen: (autoHideMs) => {
      if (timer !== undefined && hideAt - Date.now() > autoHideMs) hideIn(autoHideMs);
    },
    restore: ({ valuesVisible, valuesLocked }) => {
      stopTimer();
      const shown = valuesVisible && valuesLocked;
      set({ valuesVisible: shown, valuesLocked: shown });
    },
    keepVisible: (keep) => {
      stopTimer();
      set({ keptVisible: keep, valuesVisible: keep, valuesLocked: keep });
    },
    reset: () => {
      hide();
      set({ keptVisible: null });
    },
  };
});

/** What ends the use of these records: 'sign out', or without a server 'leave'. */
export function useLeaveWord(): string {
  return useServerPresence(({ hasServer }) => hasServer) ? 'sign out' : 'leave';
}

/** True while money is masked: at once when values are hidden, until the press is shown when they are shown. */
export function useValuesHidden(): boolean {
  const hidden = useValuesVisibility((state) => !state.valuesVisible);
  const hiddenLater = useDeferredValue(hidden);
  return hidden || hiddenLater;
}

interface ValuesButtonState {
  readonly text: string;
  /** The effect of a press, and for how long. */
  readonly description: string;
  readonly press: () => void;
}

/** The effect of a press of the values button, in words. */
function describePress(
  {
    valuesVisible,
    valuesLocked,
    keptVisible,
  }: Pick<ValuesVisibility, 'valuesVisible' | 'valuesLocked' | 'keptVisible'>,
  autoHideMs: number,
  leave: string,
): string {
  if (valuesLocked)
    return keptVisible === true
      ? 'Values stay hidden until you show them or open Holdfast again.'
      : 'Values stay hidden until you show them.';
  if (valuesVisible || keptVisible === true) return `Values stay visible until you hide them or ${leave}.`;
  return `Values are visible for ${autoHideMs / 1000} seconds.`;
}

/** The values button's wording and press for the screen that is shown. */
export function useValuesButton(autoHideMs: number): ValuesButtonState {
  const state = useValuesVisibility();
  const { valuesVisible, valuesLocked, press, enterScreen } = state;
  const leave = useLeaveWord();
  useEffect(() => {
    enterScreen(autoHideMs);
  }, [enterScreen, autoHideMs]);
  const shownText = valuesLocked ? 'Hide values' : 'Lock values';
  return {
    text: valuesVisible ? shownText : 'Show values',
    description: describePress(state, autoHideMs, leave),
    press: () => {
      press(autoHideMs);
    },
  };
}
