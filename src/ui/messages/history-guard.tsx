import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { type Hold, holdOf } from '../hooks/use-hold.ts';

/** Lets forms and dialogs keep the user on a page (`useHold`). One stands beside all pages. */
export function HistoryGuard() {
  const asked = useRef<Hold>(null);
  const blocker = useBlocker((move) => {
    asked.current = holdOf(move);
    return asked.current !== null;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') asked.current?.onHeld({ proceed: blocker.proceed, stay: blocker.reset });
  }, [blocker]);
  return null;
}
