/** Rounds of sync in which requests get lost, are doubled or refused, or the tab ends. */
import type { Device } from '../device/device.ts';
import type { Fault, TestRequest } from '../device/network.ts';
import type { Round } from './model-history.ts';
import type { ModelServer } from './model-server.ts';

function faultOf(number: number | undefined, mode: ModelServer['mode'], request: TestRequest): Fault {
  const value = number ?? 0;
  if (value < 50) return 'none';
  if (value < 70) return 'loseReply';
  if (value < 82) return 'dropRequest';
  if (value < 88) return 503;
  if (value < 92) return 'portal';
  if (value < 94) return 500;
  if (value < 95) return 401;
  // A plain server cannot tell a create that arrives twice from two that were meant.
  return mode === 'plain' && request.method === 'POST' ? 'none' : 'duplicate';
}

/** A round of sync in which each request may suffer a fault. */
export async function faultyRound(
  { network, mode }: ModelServer,
  one: Device,
  { writes, reads }: Round,
): Promise<void> {
  const sent = { reads: 0, writes: 0 };
  network.fault = (request) => {
    const number = request.method === 'GET' ? reads[sent.reads++] : writes[sent.writes++];
    return faultOf(number, mode, request);
  };
  await one.once();
  network.fault = () => 'none';
}

/** All devices and tabs at once, each in the middle of what the others do. */
export async function allAtOnce({ network }: ModelServer, devices: readonly Device[], number: number): Promise<void> {
  let request = 0;
  network.fault = () => {
    request += 1;
    return request % 7 === number % 7 ? 'loseReply' : 'none';
  };
  await Promise.all(devices.map(async (one) => await one.once()));
  network.fault = () => 'none';
}

/** The tab is frozen over its nth request: the server acts, the answer waits with the tab, or is lost. Returns how to thaw it, null where it made no such request. */
export async function freezeOver(
  { network }: ModelServer,
  one: Device,
  number: number,
): Promise<(() => Promise<void>) | null> {
  let left = 1 + (number % 4);
  let thaw: (() => void) | null = null;
  let frozen: () => void = () => undefined;
  const freezing = new Promise<void>((resolve) => {
    frozen = resolve;
  });
  network.fault = (request) => {
    // Mostly over a write, else over its pull: it holds the lock over both.
    if (request.method !== 'GET' || number % 3 === 0) left -= 1;
    if (left === 0) {
      thaw = one.freeze();
      frozen();
      if (number % 5 === 0) return 'loseReply';
    }
    return 'none';
  };
  one.online = true;
  const round = one.sync.pull();
  await Promise.race([round, freezing]);
  network.fault = () => 'none';
  one.online = false;
  const thawing = thaw as (() => void) | null;
  if (thawing === null) return null;
  return async () => {
    thawing();
    await round;
  };
}

/** The tab ends over its nth request: the server may have acted, the device never learns. */
export async function crashOver({ network }: ModelServer, one: Device, number: number): Promise<void> {
  let left = 1 + (number % 4);
  let hung: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    hung = resolve;
  });
  network.fault = (request) => {
    // Mostly over a write: there the server has acted.
    if (request.method !== 'GET' || number % 5 === 0) left -= 1;
    if (left !== 0) return 'none';
    hung();
    return 'hang';
  };
  one.online = true;
  await Promise.race([one.sync.pull(), hanging]);
  network.fault = () => 'none';
}
