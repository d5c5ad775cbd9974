/** How wrong this device's clock is, by the server's: a session must not end because the clock was set. */
import { readClockError, storeClockError } from '../../data/device/local-settings.ts';

/** Replies take time and `Date` counts whole seconds: less than this is no error. */
const TOLERANCE_MS = 60_000;

let error: number | null = null;
const listeners = new Set<() => void>();

/** Calls `listener` whenever another error is learnt. Returns how to stop. */
export function onClockLearnt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Learns from the `Date` header of a reply to a request that began at `askedAt`, by this device's clock. Nothing is
 * learnt without a readable header, nor when the clock moved by more than the tolerance in the meantime: the machine
 * may have slept.
 */
export function learnServerTime(headers: Headers, askedAt: number, now = Date.now()): void {
  const server = Date.parse(headers.get('date') ?? '');
  if (!Number.isFinite(server) || Math.abs(now - askedAt) >= TOLERANCE_MS) return;
  const measured = Math.abs(now - server) < TOLERANCE_MS ? 0 : now - server;
  if (Math.abs(measured - clockError()) < TOLERANCE_MS && measured !== 0) return;
  if (measured === clockError()) return;
  error = measured;
  storeClockError(measured);
  for (const listener of listeners) listener();
}

function clockError(): number {
  error ??= readClockError();
  return error;
}

/** The server's time now, as far as this device knows, in milliseconds since 1970. */
export function serverNow(now = Date.now()): number {
  return now - clockError();
}
