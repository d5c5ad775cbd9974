import { create } from 'zustand';
import { endSession } from '../sync/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useSyncStatus } from './sync-status.ts';

const useAsked = create(() => ({ open: false }));

/** Opens the question. */
export function confirmSignOut(): void {
  useAsked.setState({ open: true });
}

/** Asked at logout while changes wait: they stay on the device, and nothing is lost either way. */
export function SignOutDialog() {
  const { open } = useAsked();
  const waiting = useSyncStatus((status) => status.waiting);
  const close = () => {
    useAsked.setState({ open: false });
  };
  return (
    <ConfirmDialog
      open={open}
      variant="primary"
      data={{
        title: 'Logout with changes waiting',
        message: `${waiting === 1 ? '1 change has' : `${waiting} changes have`} not reached the server yet. ${waiting === 1 ? 'It is' : 'They are'} kept on this device and sent when you sign in again.`,
      }}
      confirmLabel="Logout"
      onCancel={close}
      onConfirm={() => {
        close();
        endSession('signedOut');
      }}
    />
  );
}
