import { createContext } from 'react';

/** Where unfinished forms are kept, each under its own key. */
export interface DraftStore {
  /** What was kept; null when nothing is. */
  readonly read: (key: string) => Promise<unknown>;
  /** Keeps plain data; null removes it. */
  readonly save: (key: string, draft: unknown) => Promise<void>;
}

/** The user's drafts while somebody is signed in; otherwise forms keep none. */
export const DraftStoreContext = createContext<DraftStore | null>(null);
