/** Whether money is shown: one state for every screen (000 §4.3, 001 §2.2). */
import { useEffect } from 'react';
import { create } from 'zustand';

/** How long values stay shown before they hide themselves, in milliseconds. */
export const DASHBOARD_AUTO_HIDE = 30_000;
export const SCREEN_AUTO_HIDE = 5_000;

/** What is kept in local storage, under the keys of the same names. */
export interface StoredVisibility {
  readonly valuesVisible: boolean;
  readonly valuesLocked: boolean;
}

interface ValuesVisibility extends StoredVisibility {
  /** hidden → visible with a timer → locked → hidden. */
  readonly press: (autoHideMs: number) => void;
  /** Another screen: a running timer keeps running, at most that screen's length. */
  readonly enterScreen: (autoHideMs: number) => void;
  /** On load: 'visible but not locked' becomes hidden, since its timer is gone. */
  readonly restore: (stored: StoredVisibility) => void;
  /** On logout both flags are false. */
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
    press: (autoHideMs) => {
      const { valuesVisible, valuesLocked } = get();
      if (valuesLocked) hide();
      else if (valuesVisible) {
        stopTimer();
        set({ valuesLocked: true });
      } else {
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
    reset: hide,
  };
});

/** True while money is masked. */
export function useValuesHidden(): boolean {
  return useValuesVisibility((state) => !state.valuesVisible);
}

/** The values button's wording and press for the screen that is shown. */
export function useValuesButton(autoHideMs: number): { readonly text: string; readonly press: () => void } {
  const { valuesVisible, valuesLocked, press, enterScreen } = useValuesVisibility();
  useEffect(() => {
    enterScreen(autoHideMs);
  }, [enterScreen, autoHideMs]);
  const shownText = valuesLocked ? 'Hide values' : 'Lock values';
  return {
    text: valuesVisible ? shownText : 'Show values',
    press: () => {
      press(autoHideMs);
    },
  };
}
