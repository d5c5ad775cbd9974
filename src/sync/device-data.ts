/** Taking a user's data off this device. */
import { deleteDatabase } from '../data/database.ts';
import { noteDatabase } from '../data/local-settings.ts';
import { forgetPassword } from './offline-sign-in.ts';
import { endSession } from './session.ts';

/** Removes the named database with all that was not sent, makes the device forget its user's password, and signs out. */
export async function removeDeviceData(name: string, email: string): Promise<void> {
  noteDatabase(name, false);
  endSession('signedOut');
  await forgetPassword(email).catch(() => undefined);
  // Resolves when this tab and all others have let go of it, which they do when the session ends.
  await deleteDatabase(name);
}
