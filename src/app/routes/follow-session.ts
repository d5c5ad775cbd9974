import type { createRouter } from './router.tsx';
import { onSessionChanged } from '../../sync/session/session.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { sessionEndText } from '../notices/session-end-text.ts';

/**
 * Shows what the session allows, whenever it begins or ends. `signedIn` is the user who is signed in now, or null; `closeRecords`
 * closes what is open of the user whose session has ended. Returns how to stop.
 */
export function followSession(
  router: Pick<ReturnType<typeof createRouter>, 'navigate' | 'revalidate'>,
  signedIn: string | null,
  closeRecords: () => void,
): () => void {
  let known = signedIn;
  return onSessionChanged((session, end) => {
    const before = known;
    known = session?.userId ?? null;
    if (session === null) {
      useValuesVisibility.getState().reset();
      closeRecords();
      void router.navigate('/login', { state: { notice: sessionEndText(end) } });
    } else if (before === null) {
      // The guards decide, also about a page that is still on its way: another tab may have signed out and in again at once.
      void router.revalidate();
    }
  });
}
