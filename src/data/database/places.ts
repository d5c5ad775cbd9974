/** Where the records of a database are synced: at a server, or nowhere. Small: the sign-in page loads it. */

/** What a device can be used for without a server: one's own records, or made-up ones. */
export type DevicePlace = 'own' | 'madeUp';

const DEVICE = 'device:';

/** Stored as the API's address in the owner of a database that has no server. */
export function deviceBase(place: DevicePlace): string {
  return DEVICE + place;
}

/** The user of a database that has no server. */
export const DEVICE_USER = 'this-device';

/** False for a database of this device alone. */
export function hasServer({ apiBase }: { readonly apiBase: string }): boolean {
  return !apiBase.startsWith(DEVICE);
}

/** True for the made-up records. */
export function isMadeUp({ apiBase }: { readonly apiBase: string }): boolean {
  return apiBase === deviceBase('madeUp');
}
