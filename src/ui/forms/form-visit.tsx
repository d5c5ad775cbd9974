import { createContext, Fragment, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Ends the visit of a form that was saved. */
export const EndVisitContext = createContext<() => void>(() => undefined);

/**
 * Mounts the screen of a form anew for each visit of its address. A form that was saved has ended its visit: Back may
 * return to the address before the next screen has replaced it.
 */
export function FormVisit({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  const [ended, setEnded] = useState(0);
  return (
    <EndVisitContext
      value={() => {
        setEnded((count) => count + 1);
      }}
    >
      <Fragment key={`${key} ${ended}`}>{children}</Fragment>
    </EndVisitContext>
  );
}
