import { databaseName } from '../../data/database/database-name.ts';
import {
  readKeptVisible,
  readValuesVisibility,
  storeKeptVisible,
  storeValuesVisibility,
} from '../../data/device/local-settings.ts';
import { currentSession, onSessionChanged, type Session } from '../../sync/session/session.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';

const hasOwner = (session: Session | null, { apiBase, userId }: Session): boolean =>
  session?.apiBase === apiBase && session.userId === userId;

/**
 * Shows values as they were left on this device, and where this user keeps them visible here, from the start of each
 * session (decision 6). To be called when the stored session is taken up. Returns how to stop.
 */
export function keepValues(): () => void {
  const store = useValuesVisibility;
  let owner: Session | null = null;
  let name: string | null = null;

  const follow = async (session: Session | null): Promise<void> => {
    if (session === null ? owner === null : hasOwner(owner, session)) return;
    if (owner !== null) store.getState().reset();
    [owner, name] = [session, null];
    if (session === null) return;
    const found = await databaseName({ apiBase: session.apiBase, userId: session.userId });
    if (owner !== session) return;
    name = found;
    if (readKeptVisible(found)) store.getState().keepVisible(true);
  };

  const { visible, locked } = readValuesVisibility();
  store.getState().restore({ valuesVisible: visible, valuesLocked: locked });
  const stopStoring = store.subscribe(({ valuesVisible, valuesLocked, keptVisible }, before) => {
    // Values that a user keeps visible are not locked: the next user to sign in would find a lock.
    const isLock = keptVisible !== true;
    storeValuesVisibility({ visible: valuesVisible && isLock, locked: valuesLocked && isLock });
    // Only a change: another tab may have chosen otherwise in the meantime.
    if (name !== null && keptVisible !== null && keptVisible !== before.keptVisible)
      storeKeptVisible(name, keptVisible);
  });
  const stopFollowing = onSessionChanged((session) => void follow(session));
  void follow(currentSession());
  return () => {
    stopStoring();
    stopFollowing();
  };
}
