import { useState } from 'react';
import { useAskBeforeUnload } from '../hooks/use-ask-before-unload.ts';
import { type HeldMove, useHold } from '../hooks/use-hold.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface LeaveGuardProps {
  /** True while there is something to lose. */
  readonly active: boolean;
  /** The user discards the changes. */
  readonly onLeave?: () => void;
}

/** Asks before a form with unsaved changes is left, by a link, the back button, or closing the tab. */
export function LeaveGuard({ active, onLeave }: LeaveGuardProps) {
  const [held, setHeld] = useState<HeldMove | null>(null);
  useHold({
    active,
    holds: ({ currentLocation, nextLocation }) => {
      const elsewhere =
        currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search;
      // The session has ended: nobody can be asked, and each form with this guard keeps a draft.
      return elsewhere && nextLocation.pathname !== '/login';
    },
    onHeld: setHeld,
  });
  useAskBeforeUnload(active);

  return (
    <ConfirmDialog
      open={held !== null}
      data={{ title: 'Leave without saving?', message: 'Your changes on this page are not saved and will be lost.' }}
      variant="danger"
      confirmLabel="Leave without saving"
      onConfirm={() => {
        setHeld(null);
        onLeave?.();
        held?.proceed();
      }}
      onCancel={() => {
        setHeld(null);
        held?.stay();
      }}
    />
  );
}
