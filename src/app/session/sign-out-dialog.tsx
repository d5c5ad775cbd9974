import { useState } from 'react';
import { create } from 'zustand';
import { currentDatabase } from '../../data/database/database.ts';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import { removeDeviceData } from '../../sync/session/device-data.ts';
import { endSession, type Session } from '../../sync/session/session.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { FieldStack } from '../../ui/layout/page.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { hasServer } from '../../data/database/places.ts';
import { LeaveDeviceDialog } from './leave-device-dialog.tsx';

const useAsked = create(() => ({ open: false }));

/** Opens the question. */
export function confirmSignOut(): void {
  useAsked.setState({ open: true });
}

/** Asked at logout while changes wait or need the user: they stay on the device, unless its data is to be removed. */
export function SignOutDialog({ session }: { readonly session: Session }) {
  const { open } = useAsked();
  const unsent = useSyncStatus((status) => status.waiting + status.attention);
  const [remove, setRemove] = useState(false);
  const close = () => {
    useAsked.setState({ open: false });
    setRemove(false);
  };
  if (!hasServer(session)) return <LeaveDeviceDialog open={open} onClose={close} />;
  const one = unsent === 1;
  const changes = one ? '1 change has' : `${formatCount(unsent)} changes have`;
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      title="Log out with unsent changes?"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={remove ? 'danger' : 'primary'}
            onClick={() => {
              close();
              if (remove) void removeDeviceData(currentDatabase().name, session.email);
              else endSession('signedOut');
            }}
          >
            {remove ? 'Remove and log out' : 'Logout'}
          </Button>
        </>
      }
    >
      <FieldStack>
        <p>
          {changes} not reached the server yet. {one ? 'It is' : 'They are'} kept on this device and sent when you sign
          in again.
        </p>
        <Checkbox label="Remove my data from this device" checked={remove} onCheckedChange={setRemove} />
        {remove && (
          <Banner tone="error">
            {changes} not reached the server yet and {one ? 'is' : 'are'} permanently lost when you remove your data.
          </Banner>
        )}
      </FieldStack>
    </Dialog>
  );
}
