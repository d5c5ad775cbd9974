import { currentDatabase } from '../data/database/database.ts';
import { readDraft, saveDraft } from '../data/device/drafts.ts';
import type { DraftStore } from '../ui/app-state/draft-store.ts';

/** Drafts in the user's own database. One that cannot be kept stands in nobody's way. */
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
