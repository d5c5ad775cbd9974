import { ConfirmDialog, type ConfirmData } from '../../../ui/messages/confirm-dialog.tsx';
import type { ReferenceTexts } from './reference-texts.ts';
import type { AskedDeletion, NameDeletion } from './use-name-deletion.ts';

/** Asks whether a name is to be deleted, or says that it is in use. */
export function NameDeletionDialog({
  texts,
  deletion: { asked, cancel, confirm },
}: {
  readonly texts: ReferenceTexts;
  readonly deletion: NameDeletion;
}) {
  return (
    <ConfirmDialog
      open={asked !== null}
      busy={asked?.busy === true}
      data={asked && questionOf(texts, asked)}
      onCancel={cancel}
      onConfirm={confirm}
    />
  );
}

function questionOf(texts: ReferenceTexts, { name: { name }, uses }: AskedDeletion): ConfirmData | null {
  if (uses === null) return null;
  if (uses === 0) {
    return {
      title: `Delete ${texts.title}`,
      message: `Are you sure you want to delete "${name}"? This action cannot be undone.`,
      warningMessage: `This will permanently remove the ${texts.noun} from the system.`,
    };
  }
  return {
    title: `Cannot Delete ${texts.title}`,
    message: `The ${texts.noun} "${name}" cannot be deleted because it is currently in use.`,
    warningMessage: `This ${texts.noun} is used by ${uses} ${texts.usedBy}. To remove it from the system, first delete or reassign all associated ${texts.users}, then try again.`,
    canDelete: false,
  };
}
