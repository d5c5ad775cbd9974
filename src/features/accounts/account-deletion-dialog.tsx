import { ConfirmDialog, type ConfirmData } from '../../ui/messages/confirm-dialog.tsx';
import type { AccountDeletion, AskedDeletion } from './use-account-deletion.ts';

/** Asks whether an account is to be deleted, or says why it cannot be (001 §2.10). */
export function AccountDeletionDialog({ deletion }: { readonly deletion: AccountDeletion }) {
  const { asked, cancel, confirm } = deletion;
  return (
    <ConfirmDialog
      open={asked !== null}
      busy={asked?.busy ?? false}
      data={asked && questionOf(asked)}
      onCancel={cancel}
      onConfirm={confirm}
    />
  );
}

function questionOf({ account, refusal }: AskedDeletion): ConfirmData {
  if (refusal !== null)
    return { title: 'Cannot Delete Account', message: refusal, itemName: account.name, canDelete: false };
  return {
    title: 'Delete Account',
    message: 'Are you sure you want to delete this account?',
    itemName: account.name,
    warningMessage: 'This action cannot be undone. If this account has transactions, it cannot be deleted.',
  };
}
