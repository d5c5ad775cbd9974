import { type RefObject, useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import type { Removed } from '../../../data/database/removed.ts';
import type { Written } from '../../../data/database/write.ts';
import { undoRemovals } from '../../../data/outbox/removals.ts';
import { useFocusAfterRemoval } from '../../../ui/hooks/use-focus-after-removal.ts';
import { offerUndo } from '../../../ui/messages/offer-undo.ts';
import type { ReferenceName } from './reference-name.ts';
import type { ReferenceTexts } from './reference-texts.ts';
import type { WriteNotice } from '../shared/use-write-notice.ts';

/** What is asked before a name is deleted. */
export interface AskedDeletion {
  readonly name: ReferenceName;
  readonly busy: boolean;
  /** Records that name it, which cannot be deleted then; null while the server is asked. */
  readonly uses: number | null;
}

export interface NameDeletion {
  /** Null while nothing is asked. */
  readonly asked: AskedDeletion | null;
  readonly ask: (name: ReferenceName) => void;
  readonly cancel: () => void;
  readonly confirm: () => void;
}

interface NameDeletionOptions {
  readonly texts: ReferenceTexts;
  readonly names: readonly ReferenceName[];
  readonly usageNow: (id: string) => Promise<number | null>;
  readonly onRemove: (id: string) => Promise<Written<Removed>>;
  readonly tell: WriteNotice['tell'];
  /** Gets the focus when a row has been deleted. */
  readonly addButton: RefObject<HTMLElement | null>;
}

/** Deletes a name that nothing uses, after a question; the deletion can be undone for a while. */
export function useNameDeletion(options: NameDeletionOptions): NameDeletion {
  const { texts, names, usageNow, onRemove, tell, addButton } = options;
  const [asked, setAsked] = useState<AskedDeletion | null>(null);
  const removeThenFocus = useFocusAfterRemoval(names, addButton);

  const ask = async (name: ReferenceName) => {
    const asking: AskedDeletion = { name, busy: false, uses: null };
    setAsked(asking);
    const uses = (await usageNow(name.id)) ?? 0;
    // A user who has closed it in the meantime is not asked again.
    setAsked((now) => (now === asking ? { ...asking, uses } : now));
  };
  const remove = async (name: ReferenceName) => {
    setAsked({ name, busy: true, uses: 0 });
    const removed = await removeThenFocus(name.id, async () => await onRemove(name.id));
    // It has come into use since: the dialog now says that it cannot be deleted.
    if (!removed.ok && removed.fault.code === 'inUse') {
      setAsked({ name, busy: false, uses: removed.fault.count });
      return;
    }
    setAsked(null);
    tell(removed, 'deleted', `Failed to delete ${texts.noun}`);
    if (removed.ok) offerUndo(`1 ${texts.noun}`, async () => (await undoRemovals(currentDatabase(), removed.value)).ok);
  };
  return {
    asked,
    ask: (name) => void ask(name),
    cancel: () => {
      setAsked(null);
    },
    confirm: () => {
      if (asked !== null) void remove(asked.name);
    },
  };
}
