import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface LeaveGuardProps {
  /** True while there is something to lose. */
  readonly active: boolean;
  /** The user discards the changes. */
  readonly onLeave?: () => void;
}

/** Asks before a form with unsaved changes is left, by a link, the back button, or closing the tab. */
export function LeaveGuard({ active, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const elsewhere =
      currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search;
    // The session has ended: nobody can be asked, and each form with this guard keeps a draft.
    return active && elsewhere && nextLocation.pathname !== '/login';
  });

  useEffect(() => {
    if (!active) return undefined;
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [active]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      data={{ title: 'Leave without saving?', message: 'Your changes on this page are not saved and will be lost.' }}
      variant="danger"
      confirmLabel="Leave without saving"
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    />
  );
}
