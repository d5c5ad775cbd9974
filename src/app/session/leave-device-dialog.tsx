import { useState } from 'react';
import { currentDatabase } from '../../data/database/database.ts';
import { removeDeviceData } from '../../sync/session/device-data.ts';
import { endSession } from '../../sync/session/session.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { FieldStack } from '../../ui/layout/page.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';

/** Asked when the records of this device alone are left: they stay in this browser unless they are to be removed. */
export function LeaveDeviceDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [remove, setRemove] = useState(false);
  const close = () => {
    onClose();
    setRemove(false);
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      title="Leave this device's records"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={remove ? 'danger' : 'primary'}
            onClick={() => {
              close();
              if (remove) void removeDeviceData(currentDatabase().name, '');
              else endSession('left');
            }}
          >
            {remove ? 'Remove and leave' : 'Leave'}
          </Button>
        </>
      }
    >
      <FieldStack>
        <p>
          Your records stay in this browser and are stored nowhere else. A browser can erase its data: Export everything
          in Settings saves a copy.
        </p>
        <Checkbox label="Remove my data from this device" checked={remove} onCheckedChange={setRemove} />
        {remove && <Banner tone="error">Everything that you recorded here is permanently deleted.</Banner>}
      </FieldStack>
    </Dialog>
  );
}
