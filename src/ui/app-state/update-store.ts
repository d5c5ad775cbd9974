import { create } from 'zustand';

/** A new version that waits for the reader's word. */
interface UpdateState {
  /** Starts it; null while there is none. */
  readonly reload: (() => void) | null;
  /** The notice of it was closed; the settings still offer it. */
  readonly dismissed: boolean;
}

export const useUpdate = create<UpdateState>(() => ({ reload: null, dismissed: false }));
