import { currentDatabase } from '../data/database/database.ts';
import { readDraft, saveDraft } from '../data/device/drafts.ts';
import type { DraftStore } from '../ui/app-state/draft-store.ts';

/** Drafts in the user's own database. A draft that cannot be kept interrupts nobody. */
export const deviceDrafts: DraftStore = {
  read: async (key) => await readDraft(currentDatabase(), key),
  save: async (key, draft) => {
    try {
      await saveDraft(currentDatabase(), key, draft);
    } catch {
      // The session has ended and its database is closed.
    }
  },
};
