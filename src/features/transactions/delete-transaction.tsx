import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { offerUndo } from '../../ui/messages/offer-undo.ts';
import { showToast } from '../../ui/messages/toast.tsx';
import { removeWithUndo } from './use-transactions.ts';

async function remove(id: string): Promise<void> {
  const removed = await removeWithUndo([id]).catch(tellFaultAnd(null));
  if (removed?.ok !== true || removed.undo === undefined)
    showToast({ title: 'Failed to delete the transaction. Please try again.', tone: 'error' });
  else offerUndo('1 transaction', removed.undo);
}

/** Deletes a transaction after a question, and leads to the list. `name` says which. */
export function DeleteTransaction({ id, name }: { readonly id: string; readonly name: string }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    // First, so that the page is not shown without its transaction.
    await navigate('/transactions');
    await remove(id);
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      <ConfirmDialog
        open={isAsking}
        data={{ title: 'Confirm Delete', message: 'Are you sure you want to delete this transaction?', itemName: name }}
        busy={isBusy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
