import { create } from 'zustand';

/** An update that waits for the reader's word; null when there is none. */
interface UpdateState {
  readonly reload: (() => void) | null;
}

export const useUpdate = create<UpdateState>(() => ({ reload: null }));
